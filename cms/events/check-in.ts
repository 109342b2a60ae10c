import type { PayloadRequest } from 'payload'
import type { ChangedBy, CheckInResult } from './contract.ts'
import { eventError } from './errors.ts'
import { withLockedRsvp } from './locked.ts'
import { collectPrice, priceOfOne } from './money.ts'
import { updateRsvp } from './queries/rsvps.ts'
import { recordRefusedRefund } from './refused-refunds.ts'
import { checkInOpensAt, correctionHours, type EventDate, takesPlaces } from './rules.ts'
import { stateOf } from './state.ts'

/** Requires that check-in has opened. @throws HttpError `postponed`, `not_yet` */
function requireCheckInOpen(date: EventDate): void {
  if (date.status === 'postponed') throw eventError('postponed')
  if (checkInOpensAt(date) > new Date()) throw eventError('not_yet')
}

/**
 * Checks a party in, whole or in part. The price of the people who are inside is taken from the member's credit.
 * If the ledger refuses, they pay at the bar, and the check-in succeeds nevertheless. A call with the number that is
 * already stored changes nothing. If fewer people are inside than before, the payment is reversed. If the ledger
 * refuses the reversal, the audit trail says so, and the payment counts for people who come in later.
 * @param request.inside how many of the party are inside now; 0 undoes the check-in and reverses the payment
 * @throws HttpError `not_found`, `cancelled`, `waiting`, `unconfirmed`, `too_many_inside`, `date_cancelled`, `ended`;
 *   if more people are inside than before, also `postponed` and `not_yet`; for a no-show, also `full`
 */
export const checkIn = (
  req: PayloadRequest,
  { rsvp, inside }: { rsvp: number; inside: number; by: ChangedBy },
): Promise<CheckInResult> =>
  withLockedRsvp(req, rsvp, async (locked, found) => {
    const { db, ledgerSettings, date } = locked
    if (date.status === 'cancelled') throw eventError('date_cancelled')
    if (found.status === 'cancelled') throw eventError('cancelled')
    if (found.status === 'held') throw eventError('unconfirmed')
    if (found.status === 'waitlisted' || found.status === 'offered') throw eventError('waiting')
    if (!Number.isInteger(inside) || inside < 0 || inside > found.party) {
      throw eventError('too_many_inside', { field: 'inside' })
    }
    if (inside === found.inside) {
      return { state: await stateOf(db, date, found), due: null }
    }
    if (inside > found.inside) requireCheckInOpen(date)
    // After this time, publishers correct payments at the till.
    const closesAt = date.endsAt.getTime() + correctionHours * 3_600_000
    if (date.status !== 'postponed' && closesAt < Date.now()) throw eventError('ended')
    const status = inside ? 'attended' : date.status === 'ended' ? 'no_show' : 'going'
    const places = Number(takesPlaces(status)) - Number(takesPlaces(found.status))
    if (!(await locked.take(places * found.party))) throw eventError('full')
    const { stored, isRefundRefused } = await collectPrice(db, ledgerSettings, {
      date,
      rsvp: found,
      inside,
    })
    if (isRefundRefused) await recordRefusedRefund(locked.req, date, found)
    const checked = await updateRsvp(db, found.id, {
      ...{ ...stored, status, inside },
      checked_in_at: inside ? (found.checkedInAt ?? new Date()).toISOString() : null,
    })
    const added = Math.max(0, inside - found.inside)
    const cents = checked.payment === 'door' ? priceOfOne(found) * added : 0
    return {
      state: await stateOf(db, locked.date, checked),
      due: cents ? { cents, at: 'bar' } : null,
    }
  })
