import type { PayloadRequest } from 'payload'
import type { Database } from '../../platform/database/query.ts'
import type { Reservation, ReservationState } from './contract.ts'
import { reservationError } from './errors.ts'
import type { ReservationKind, Subject } from './kind.ts'
import { withLockedReservation } from './locked.ts'
import { findAnyReservation, updateReservation } from './queries/reservations.ts'
import { isUnpaid } from './rules.ts'
import { stateOf } from './state.ts'
import { mailGoing } from './waitlist.ts'

/** What the payment of a reservation by card needs. Null if there is no such reservation, or nothing is to be paid. */
export async function findForPayment(db: Database, id: number): Promise<Reservation | null> {
  const found = await findAnyReservation(db, id)
  return found && found.payment === 'card' && found.priceCents > 0 ? found : null
}

/**
 * Keeps the places of an unpaid reservation for `minutes` from now, because the guest begins to pay. This works once:
 * later calls change nothing, so nobody keeps places by beginning again and again.
 * @returns until when the places are kept
 * @throws HttpError `not_found`; `offer_expired` if the places are gone; `paid`
 */
export const extendHold = <S extends Subject>(
  kind: ReservationKind<S>,
  req: PayloadRequest,
  { id, minutes }: { id: number; minutes: number },
): Promise<Date> =>
  withLockedReservation(kind, req, id, async ({ db }, found) => {
    if (found.status === 'going' || found.status === 'attended') throw reservationError('paid')
    const now = new Date()
    if (found.status !== 'held' || !found.heldUntil || found.heldUntil <= now) {
      throw reservationError('offer_expired')
    }
    if (!isUnpaid(found) || found.extendedAt) return found.heldUntil
    const until = new Date(now.getTime() + minutes * 60_000)
    if (until <= found.heldUntil) return found.heldUntil
    await updateReservation(db, id, { heldUntil: until, extendedAt: now })
    return until
  })

/** `too_late`: the places are gone, or the reservation was cancelled or paid in another way: give the money back. */
export type PaidOutcome<S> =
  | { kind: 'confirmed' | 'repeated'; state: ReservationState<S> }
  | { kind: 'too_late'; state: ReservationState<S> }

/**
 * Confirms a reservation whose price was paid by card: it is `going`, and its address counts as confirmed. Its places
 * are kept as long as it is `held`, also for the moments in which nobody has noticed that its time is over. A repeated
 * call with the same transfer gets the same outcome.
 * @param payment.transfer the id of the transfer in the ledger that booked the payment
 * @throws HttpError `not_found`
 */
export const confirmPaid = <S extends Subject>(
  kind: ReservationKind<S>,
  req: PayloadRequest,
  { id, transfer }: { id: number; transfer: number },
): Promise<PaidOutcome<S>> =>
  withLockedReservation(kind, req, id, async (locked, found) => {
    const { db, subject } = locked
    if (found.transfer === transfer) {
      return { kind: 'repeated', state: await stateOf(db, subject, found) }
    }
    if (found.status !== 'held' || !isUnpaid(found)) {
      return { kind: 'too_late', state: await stateOf(db, subject, found) }
    }
    const going = await updateReservation(db, id, {
      ...{ status: 'going', heldUntil: null, transfer },
      confirms: true,
    })
    await mailGoing(locked, going)
    return { kind: 'confirmed', state: await stateOf(db, subject, going) }
  })
