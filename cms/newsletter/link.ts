import { createHash, createHmac, randomBytes } from 'node:crypto'
import { hexHmac, isEqualHmac } from '../crypto/hmac.ts'

/** Whom a link to leave is for, and the mail it stood in; 0 where that is not known. */
export type LeaveLink = { subscriber: number; mail: number }

/**
 * What follows `/unsubscribe/` in a letter. Whoever has it can leave with it, pause, choose and take
 * that back, and do nothing else; it does not expire.
 */
export function leaveToken({ subscriber, mail }: LeaveLink, secret: string): string {
  const named = `${subscriber}-${mail}`
  return `${named}-${hexHmac(named, leaving(secret))}`
}

/** Whom a token is for, or null where we did not write it. */
export function readLeaveToken(token: string, secret: string): LeaveLink | null {
  const [, named = '', given = ''] = /^(\d{1,10}-\d{1,10})-([0-9a-f]{40})$/.exec(token) ?? []
  if (!isEqualHmac(given, hexHmac(named, leaving(secret)))) return null
  const [subscriber = 0, mail = 0] = named.split('-').map(Number)
  return subscriber > 0 && subscriber < 2 ** 31 ? { subscriber, mail } : null
}

const leaving = (secret: string) => ({ purpose: 'leave the newsletter', secret, length: 40 })

type House = { SITE_URL: string; SECRET: string }

/** Where a letter's reader leaves. */
export const leaveAddress = (link: LeaveLink, { SITE_URL, SECRET }: House): string =>
  `${SITE_URL}/unsubscribe/${leaveToken(link, SECRET)}`

/** Headers of a letter by which a mail program leaves for its reader (RFC 2369, RFC 8058). */
export const leaveHeaders = (link: LeaveLink, house: House): Record<string, string> => ({
  'List-Unsubscribe': `<${leaveAddress(link, house)}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** What follows `/subscribe/confirm/`: worth an address, so only its hash is kept. */
export const makeConfirmToken = (): string => randomBytes(20).toString('hex')

export const confirmHash = (token: string): string =>
  createHash('sha256').update(`confirm\n${token}`).digest('hex')

/**
 * What is kept of an address whose owner wants nothing kept: enough to know it again, too little to
 * find it out.
 */
export const addressHash = (email: string, secret: string): string =>
  createHmac('sha256', secret).update(`address\n${email}`).digest('hex')

/** Which wording of the consent somebody read. */
export const wordingVersion = (wording: string): string =>
  createHash('sha256').update(wording).digest('hex').slice(0, 12)
