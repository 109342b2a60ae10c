import { eventError } from './errors.ts'
import { type EventDate, limits } from './rules.ts'

type Reservation = { isGuest: boolean; isMember: boolean; party: number }

/**
 * @throws HttpError if nobody, or not this guest, can reserve at a date: `not_found`, `date_cancelled`, `postponed`,
 *   `ended`, `started`, `members_only`, `party_size`
 */
export function requireOpen(date: EventDate, { isGuest, isMember, party }: Reservation): void {
  const now = new Date()
  if (date.status === 'draft') throw eventError('not_found')
  if (date.status === 'cancelled') throw eventError('date_cancelled')
  if (date.status === 'postponed') throw eventError('postponed')
  if (date.status === 'ended' || date.endsAt <= now) throw eventError('ended')
  if (isGuest && date.startsAt <= now) throw eventError('started')
  if (isGuest && date.visibility === 'members' && !isMember) throw eventError('members_only')
  const most = isGuest ? date.maxParty : limits.party
  if (!Number.isInteger(party) || party < 1 || party > most) {
    throw eventError('party_size', { field: 'party', facts: { most } })
  }
}
