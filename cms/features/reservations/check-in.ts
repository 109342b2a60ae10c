import type { PayloadRequest } from 'payload'
import { settleDeposit } from './card.ts'
import type { CheckInResult, Reservation } from './contract.ts'
import { actorOf } from './deposit.ts'
import { reservationError } from './errors.ts'
import type { ReservationKind, Subject } from './kind.ts'
import { type Locked, withLockedReservation } from './locked.ts'
import { collectPrice } from './money.ts'
import { insideChanges } from './ports.ts'
import { updateReservation } from './queries/reservations.ts'
import { recordRefusedRefund } from './refused-refunds.ts'
import { isUnpaid, priceOfSome, takesPlaces } from './rules.ts'
import { stateOf } from './state.ts'

/**
 * Checks a party in, whole or in part. The price of the people who are inside is taken from the member's credit.
 * If the ledger refuses, they pay at the bar, and the check-in succeeds nevertheless. A call with the number that is
 * already stored changes nothing. If fewer people are inside than before, the payment is reversed. If the ledger
 * refuses the reversal, the audit trail says so, and the payment counts for people who come in later.
 * @param request.inside how many of the party are inside now; 0 undoes the check-in and reverses the payment
 * @throws HttpError `not_found`, `cancelled`, `waiting`, `unconfirmed`, `unpaid`, `too_many_inside`, for a no-show `full`, and the
 *   kind’s refusals
 */
export const checkIn = <S extends Subject>(
  kind: ReservationKind<S>,
  req: PayloadRequest,
  { id, inside }: { id: number; inside: number },
): Promise<CheckInResult<S>> =>
  withLockedReservation(kind, req, id, (locked, found) => checkInLocked(locked, found, inside))

/**
 * Does the same with a reservation that the caller has locked.
 * @throws HttpError as `checkIn`
 */
export async function checkInLocked<S extends Subject>(
  locked: Locked<S>,
  found: Reservation,
  inside: number,
): Promise<CheckInResult<S>> {
  const { kind, req } = locked
  const { db, ledgerSettings, subject } = locked
  if (kind.isCancelled(subject)) throw kind.cancelledError()
  if (found.status === 'cancelled') throw reservationError('cancelled')
  if (found.status === 'held') {
    throw reservationError(found.confirmedAt && isUnpaid(found) ? 'unpaid' : 'unconfirmed')
  }
  if (found.status === 'waitlisted' || found.status === 'offered') {
    throw reservationError('waiting')
  }
  if (!Number.isInteger(inside) || inside < 0 || inside > found.party) {
    throw reservationError('too_many_inside', { field: 'inside' })
  }
  if (inside === found.inside) {
    return { state: await stateOf(db, subject, found), due: null }
  }
  const refusal = kind.refusalOfCheckIn(subject, { isMore: inside > found.inside })
  if (refusal) throw refusal
  const status = inside ? 'attended' : kind.isEnded(subject) ? 'no_show' : 'going'
  const places = Number(takesPlaces(status)) - Number(takesPlaces(found.status))
  if (!(await locked.take(places * found.party))) throw reservationError('full')
  // Before accounts of the ledger are locked, because the door locks areas before them.
  for (const tell of insideChanges.all(req.payload)) {
    await tell(req, db, { kind: kind as ReservationKind, subject, reservation: found, inside })
  }
  const { stored, isRefundRefused } = await collectPrice(db, ledgerSettings, {
    money: kind.moneyOf(subject),
    reservation: found,
    inside,
    actor: actorOf(req),
  })
  if (isRefundRefused) await recordRefusedRefund(locked, found)
  const isMissing = status === 'no_show'
  await settleDeposit(locked, found, inside ? 'visit' : isMissing ? 'no_show' : 'held')
  const checked = await updateReservation(db, found.id, {
    ...{ ...stored, status, inside },
    checkedInAt: inside ? (found.checkedInAt ?? new Date()) : null,
  })
  const added = priceOfSome(found, inside) - priceOfSome(found, found.inside)
  const cents = checked.payment === 'door' ? Math.max(0, added) : 0
  return {
    state: await stateOf(db, locked.subject, checked),
    due: cents ? { cents, at: 'bar' } : null,
  }
}
