import { createHmac } from 'node:crypto'
import { maxSessions } from '../rules.ts'

/** A visitor on one day. Without the day's salt, the ids can't be computed again. */
export type VisitorDay = { day: string; salt: Buffer; visitor: string }

const idBytes = 16

const idOf = (salt: Buffer, text: string): string =>
  createHmac('sha256', salt).update(text).digest().subarray(0, idBytes).toString('base64url')

/**
 * The id of a browser on one day.
 * @param client the address or network as `clientBlock` returns it
 */
export const visitorIdOf = (salt: Buffer, client: string, userAgent: string): string =>
  idOf(salt, `${client}\n${userAgent}`)

/** The id of a visitor's session. All processes compute the same one. @param number 1 is the day's first */
export const sessionIdOf = ({ salt, visitor }: VisitorDay, number: number): string =>
  idOf(salt, `session\n${visitor}\n${number}`)

/** The day of a session id, if it is of this visitor; otherwise null. */
export function dayOfSession(days: readonly VisitorDay[], sessionId: string): string | null {
  for (const each of days) {
    for (let number = 1; number <= maxSessions; number++) {
      if (sessionIdOf(each, number) === sessionId) return each.day
    }
  }
  return null
}
