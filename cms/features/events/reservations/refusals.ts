import type { HttpError } from '../../../platform/http/errors.ts'
import type { ReservationKind } from '../../reservations/kind.ts'
import { eventError } from '../errors.ts'
import { checkInOpensAt, correctionHours, type EventDate, limits } from '../rules.ts'

type Rules = ReservationKind<EventDate>

/**
 * The error if a date does not accept this reservation: `not_found`, `date_cancelled`, `postponed`, `ended`, `started`,
 * `members_only`, `party_size`. Held places can also be confirmed if the date was postponed.
 */
export const refusalOf: Rules['refusalOf'] = (
  date,
  { isGuest, isMember, party, isHeld = false },
): HttpError | null => {
  const now = new Date()
  if (date.status === 'draft') return eventError('not_found')
  if (date.status === 'cancelled') return eventError('date_cancelled')
  if (date.status === 'postponed') return isHeld ? null : eventError('postponed')
  if (date.status === 'ended' || date.endsAt <= now) return eventError('ended')
  if (isGuest && date.startsAt <= now) return eventError('started')
  if (isGuest && date.visibility === 'members' && !isMember) return eventError('members_only')
  const most = isGuest ? date.maxParty : limits.party
  if (!Number.isInteger(party) || party < 1 || party > most) {
    return eventError('party_size', { field: 'party', replyFields: { most } })
  }
  return null
}

/** The times of a postponed date do not count. */
export const refusalOfChange: Rules['refusalOfChange'] = ({ status, endsAt }) => {
  if (status === 'cancelled') return eventError('date_cancelled')
  const isOver = endsAt <= new Date() && status !== 'postponed'
  return status === 'ended' || isOver ? eventError('ended') : null
}

export const refusalOfCheckIn: Rules['refusalOfCheckIn'] = (date, { isMore }) => {
  if (isMore && date.status === 'postponed') return eventError('postponed')
  if (isMore && checkInOpensAt(date) > new Date()) return eventError('not_yet')
  // After this time, publishers correct payments at the till.
  const closesAt = date.endsAt.getTime() + correctionHours * 3_600_000
  return date.status !== 'postponed' && closesAt < Date.now() ? eventError('ended') : null
}
