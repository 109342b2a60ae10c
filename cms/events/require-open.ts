import type { HttpError } from '../http/errors.ts'
import { eventError } from './errors.ts'
import { type EventDate, limits } from './rules.ts'

/** `isGuest`: whether a guest makes the reservation. If false, an organiser or staff enter it. */
type Reservation = { isGuest: boolean; isMember: boolean; party: number }

/**
 * The error if a date does not accept this reservation: `not_found`, `date_cancelled`, `postponed`, `ended`, `started`,
 * `members_only`, `party_size`. Null if the date accepts it.
 */
export function refusalOf(
  date: EventDate,
  { isGuest, isMember, party }: Reservation,
): HttpError | null {
  const now = new Date()
  if (date.status === 'draft') return eventError('not_found')
  if (date.status === 'cancelled') return eventError('date_cancelled')
  if (date.status === 'postponed') return eventError('postponed')
  if (date.status === 'ended' || date.endsAt <= now) return eventError('ended')
  if (isGuest && date.startsAt <= now) return eventError('started')
  if (isGuest && date.visibility === 'members' && !isMember) return eventError('members_only')
  const most = isGuest ? date.maxParty : limits.party
  if (!Number.isInteger(party) || party < 1 || party > most) {
    return eventError('party_size', { field: 'party', replyFields: { most } })
  }
  return null
}

/** @throws HttpError the error that `refusalOf` returns */
export function requireOpen(date: EventDate, reservation: Reservation): void {
  const refusal = refusalOf(date, reservation)
  if (refusal) throw refusal
}
