import { hexHmac, isEqualHmac } from '../../platform/crypto/hmac.ts'

/**
 * The content of a permanent link's token. `version` must equal the reservation's `link_version`; otherwise the link is
 * not valid.
 */
type LinkContent = { id: number; version: number }

/**
 * The token of a reservation's permanent link. With it, a guest can see, change, confirm and cancel one reservation.
 * The token does not expire. It is computed again for each mail, so it is not stored.
 */
export function reservationToken({ id, version }: LinkContent, secret: string): string {
  const ids = `${id}-${version}`
  return `${ids}-${hexHmac(ids, keyOf(secret))}`
}

/** @returns null if the token is not valid */
export function readReservationToken(token: string, secret: string): LinkContent | null {
  const [, ids = '', given = ''] = /^(\d{1,10}-\d{1,10})-([0-9a-f]{40})$/.exec(token) ?? []
  if (!isEqualHmac(given, hexHmac(ids, keyOf(secret)))) return null
  const [id = 0, version = 0] = ids.split('-').map(Number)
  return id > 0 && id < 2 ** 31 && version < 2 ** 31 ? { id, version } : null
}

// The purpose has the name of the first kind, because links in older mails must stay valid.
const keyOf = (secret: string) => ({ purpose: 'event reservation', secret, length: 40 })
