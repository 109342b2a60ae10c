import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { maxSessions } from '../rules.ts'

/** A visitor on one day. Without the day's salt, the visitor's ids can't be computed again. */
export type VisitorDay = { day: string; salt: Buffer; visitor: string }

/** A visitor today, and yesterday while its sessions can be continued. */
export type VisitorDays = readonly [today: VisitorDay, ...yesterday: VisitorDay[]]

const idBytes = 16

// The prepared key is cached, because preparing it takes most of the time of an HMAC.
const keys = new WeakMap<Buffer, KeyObject>()
function keyOf(salt: Buffer): KeyObject {
  const known = keys.get(salt)
  if (known) return known
  const key = createSecretKey(salt)
  keys.set(salt, key)
  return key
}

const idOf = (salt: Buffer, text: string): string =>
  createHmac('sha256', keyOf(salt)).update(text).digest().subarray(0, idBytes).toString('base64url')

/**
 * The id of a browser on one day.
 * @param client the IP address or network as `clientBlock` returns it
 */
export const visitorIdOf = (salt: Buffer, client: string, userAgent: string): string =>
  idOf(salt, `${client}\n${userAgent}`)

/**
 * The id of a visitor's session. All processes compute the same id.
 * @param number 1 for the first session of the day
 */
export const sessionIdOf = ({ salt, visitor }: VisitorDay, number: number): string =>
  idOf(salt, `session\n${visitor}\n${number}`)

/** The day and the number of a session of this visitor; null if the session belongs to another visitor. */
export function findOwnSession(
  days: readonly VisitorDay[],
  sessionId: string,
): { day: string; visitor: string; number: number } | null {
  for (const each of days) {
    for (let number = 1; number <= maxSessions; number++) {
      const { day, visitor } = each
      if (sessionIdOf(each, number) === sessionId) return { day, visitor, number }
    }
  }
  return null
}
