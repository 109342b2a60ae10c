import { hexHmac, isEqualHmac } from '../../../platform/crypto/hmac.ts'

/** A member's feed. `version`: tokens with an older version are no longer valid. */
export type FeedTokenContent = { member: number; version: number }

/** The token in `/api/calendar/feeds/<token>`. It gives access to a member's reservations, and to nothing else. */
export function feedToken({ member, version }: FeedTokenContent, secret: string): string {
  const ids = `${member}-${version}`
  return `${ids}-${hexHmac(ids, keyOf(secret))}`
}

/** @returns null if the token is not valid */
export function readFeedToken(token: string, secret: string): FeedTokenContent | null {
  const [, ids = '', given = ''] = /^(\d{1,9}-\d{1,9})-([0-9a-f]{40})$/.exec(token) ?? []
  if (!isEqualHmac(given, hexHmac(ids, keyOf(secret)))) return null
  const [member = 0, version = 0] = ids.split('-').map(Number)
  return { member, version }
}

const keyOf = (secret: string) => ({ purpose: 'event feed', secret, length: 40 })
