import { createHash } from 'node:crypto'
import { hexHmac, isEqualHmac } from '../../../platform/crypto/hmac.ts'

/** The subscriber of a leave link, and the id of the mail that contains the link; 0 if unknown. */
export type LeaveIds = { subscriber: number; mail: number }

/**
 * The token in `/unsubscribe/<token>` and `/notifications/<token>`. It authorises only leaving, pausing,
 * choosing topics, undoing these changes, and reading the list of received letters. It does not expire.
 */
export function leaveToken({ subscriber, mail }: LeaveIds, secret: string): string {
  const ids = `${subscriber}-${mail}`
  return `${ids}-${hexHmac(ids, leaveKey(secret))}`
}

/** @returns null if the token is not valid */
export function readLeaveToken(token: string, secret: string): LeaveIds | null {
  const [, ids = '', given = ''] = /^(\d{1,10}-\d{1,10})-([0-9a-f]{40})$/.exec(token) ?? []
  if (!isEqualHmac(given, hexHmac(ids, leaveKey(secret)))) return null
  const [subscriber = 0, mail = 0] = ids.split('-').map(Number)
  return subscriber > 0 && subscriber < 2 ** 31 ? { subscriber, mail } : null
}

const leaveKey = (secret: string) => ({ purpose: 'leave the newsletter', secret, length: 40 })

type Settings = { SITE_URL: string; SECRET: string }

export const unsubscribeUrl = (link: LeaveIds, { SITE_URL, SECRET }: Settings): string =>
  `${SITE_URL}/unsubscribe/${leaveToken(link, SECRET)}`

/** The page where readers see and choose which letters and nudges come to them. */
export const notificationsUrl = (link: LeaveIds, { SITE_URL, SECRET }: Settings): string =>
  `${SITE_URL}/notifications/${leaveToken(link, SECRET)}`

/** Headers with which a mail program unsubscribes its user (RFC 2369, RFC 8058). */
export const unsubscribeHeaders = (link: LeaveIds, settings: Settings): Record<string, string> => ({
  'List-Unsubscribe': `<${unsubscribeUrl(link, settings)}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** The token in `/subscribe/confirm/<token>`, 40 hexadecimal digits. Only its hash is stored. */
export { createLinkToken as createConfirmToken } from '../../../platform/crypto/tokens.ts'

export const hashConfirmToken = (token: string): string =>
  createHash('sha256').update(`confirm\n${token}`).digest('hex')

/** The hash by which a suppressed address is stored. It identifies the address without revealing it. */
export const addressHash = (email: string, secret: string): string =>
  hexHmac(email, { purpose: 'address', secret, length: 64 })

/** Identifies the wording of a consent. */
export const wordingVersion = (wording: string): string =>
  createHash('sha256').update(wording).digest('hex').slice(0, 12)
