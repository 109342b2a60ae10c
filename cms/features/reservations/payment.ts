import type { PayloadRequest } from 'payload'
import { cancelWithoutMail } from './change.ts'
import type { ReservationState } from './contract.ts'
import { reservationError } from './errors.ts'
import { confirmedKey, hasNetwork, returnShareOfPlaces } from './held-places.ts'
import type { ReservationKind, Subject } from './kind.ts'
import { withLockedReservation } from './locked.ts'
import { updateReservation } from './queries/reservations.ts'
import { isUnpaid, payUntilOf } from './rules.ts'
import { stateOf } from './state.ts'
import { mailGoing } from './waitlist.ts'

/**
 * Keeps the places of an unpaid reservation for `minutes` from now, because the guest begins to pay. This works once:
 * later calls change nothing, so nobody keeps places by beginning again and again.
 * @returns until when the places are kept
 * @throws HttpError `not_found`; `offer_expired` if the places are gone; `unconfirmed`, `paid_already`
 */
export const extendHold = <S extends Subject>(
  kind: ReservationKind<S>,
  req: PayloadRequest,
  { id, minutes }: { id: number; minutes: number },
): Promise<Date> =>
  withLockedReservation(kind, req, id, async ({ db }, found) => {
    if (found.status === 'going' || found.status === 'attended') {
      throw reservationError('paid_already')
    }
    const now = new Date()
    if (found.status === 'held' && !found.confirmedAt) throw reservationError('unconfirmed')
    if (found.status !== 'held' || !found.heldUntil || found.heldUntil <= now) {
      throw reservationError('offer_expired')
    }
    if (!isUnpaid(found) || found.extendedAt) return found.heldUntil
    const until = new Date(now.getTime() + minutes * 60_000)
    if (until <= found.heldUntil) return found.heldUntil
    await updateReservation(db, id, { heldUntil: until, extendedAt: now })
    return until
  })

/**
 * The time to pay is over: gives the places of an unpaid reservation back and offers them. They are kept if the
 * reservation is held longer, for example because an offer is valid for longer than a checkout.
 * @throws HttpError `not_found`
 */
export const endHold = <S extends Subject>(
  kind: ReservationKind<S>,
  req: PayloadRequest,
  id: number,
): Promise<void> =>
  withLockedReservation(kind, req, id, async (locked, found) => {
    const until = payUntilOf(found)
    if (found.status !== 'held' || !isUnpaid(found) || (until && until > new Date())) return
    await cancelWithoutMail(locked, found, 'expiry')
  })

/** `too_late`: the places are gone, or the reservation was cancelled or paid in another way: give the money back. */
export type PaidOutcome<S> =
  | { kind: 'confirmed' | 'repeated'; state: ReservationState<S> }
  | { kind: 'too_late'; state: ReservationState<S> }

/**
 * Confirms a reservation whose price was paid by card: it is `going`, and its address counts as confirmed. Its places
 * are kept as long as it is `held`, also for the moments in which nobody has noticed that its time is over. A repeated
 * call with the same transfer gets the same outcome.
 * @param payment.transfer the number of the card payment
 * @param payment.amountCents what was paid, if it is compared with the price
 * @throws HttpError `not_found`
 */
export const confirmPaid = <S extends Subject>(
  kind: ReservationKind<S>,
  req: PayloadRequest,
  { id, transfer, amountCents }: { id: number; transfer: number; amountCents?: number },
): Promise<PaidOutcome<S>> =>
  withLockedReservation(kind, req, id, async (locked, found) => {
    const { db, subject } = locked
    if (found.transfer === transfer) {
      return { kind: 'repeated', state: await stateOf(db, subject, found) }
    }
    const isOther = amountCents !== undefined && amountCents !== found.priceCents
    if (found.status !== 'held' || !isUnpaid(found) || isOther) {
      return { kind: 'too_late', state: await stateOf(db, subject, found) }
    }
    // Later, the share has expired, and what is counted then belongs to other reservations.
    if (Date.now() < found.createdAt.getTime() + kind.heldMinutes * 60_000) {
      await returnShareOfPlaces(db, found)
    }
    const going = await updateReservation(db, id, {
      ...{ status: 'going', heldUntil: null, transfer },
      ...(hasNetwork(found) && { key: confirmedKey(found) }),
      confirms: true,
    })
    await mailGoing(locked, going)
    return { kind: 'confirmed', state: await stateOf(db, subject, going) }
  })
