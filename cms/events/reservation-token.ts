import { hexHmac, isEqualHmac } from '../crypto/hmac.ts'

/**
 * The content of a permanent link's token. `version` must equal the reservation's `link_version`; otherwise the link is
 * not valid.
 */
export type RsvpLink = { rsvp: number; version: number }

/**
 * The token in `/calendar/reservation/<token>`. With it, a guest can see, change, confirm and cancel one reservation.
 * The token does not expire. It is computed again for each mail, so it is not stored.
 */
export function reservationToken({ rsvp, version }: RsvpLink, secret: string): string {
  const ids = `${rsvp}-${version}`
  return `${ids}-${hexHmac(ids, keyOf(secret))}`
}

/** @returns null if the token is not valid */
export function readReservationToken(token: string, secret: string): RsvpLink | null {
  const [, ids = '', given = ''] = /^(\d{1,10}-\d{1,10})-([0-9a-f]{40})$/.exec(token) ?? []
  if (!isEqualHmac(given, hexHmac(ids, keyOf(secret)))) return null
  const [rsvp = 0, version = 0] = ids.split('-').map(Number)
  return rsvp > 0 && rsvp < 2 ** 31 && version < 2 ** 31 ? { rsvp, version } : null
}

const keyOf = (secret: string) => ({ purpose: 'event reservation', secret, length: 40 })

/** The path of the page of a reservation. */
export const reservationPath = (token: string): string => `/calendar/reservation/${token}`
