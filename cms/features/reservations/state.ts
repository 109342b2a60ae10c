import type { Database } from '../../platform/database/query.ts'
import { env } from '../../platform/runtime/env.ts'
import type {
  PublicReservation,
  QueuePosition,
  Reservation,
  ReservationRow,
  ReservationState,
} from './contract.ts'
import { findPosition } from './queries/waitlist.ts'
import { payUntilOf } from './rules.ts'
import { reservationToken } from './token.ts'

/** The position of a party on the waitlist; null if the party does not wait. */
export const positionOf = async (
  db: Database,
  { status, queue, kind, subject }: Reservation,
): Promise<QueuePosition | null> =>
  status === 'waitlisted' && queue !== null ? findPosition(db, { kind, subject, queue }) : null

const rowOf = (
  {
    confirmedAt,
    hold,
    transfer,
    key,
    linkVersion,
    cancelledAt,
    extendedAt,
    refundUntil,
    agreedStart,
    ...facts
  }: Reservation,
  queue: QueuePosition | null,
): ReservationRow => ({
  ...facts,
  heldUntil: payUntilOf({ heldUntil: facts.heldUntil, extendedAt }),
  isConfirmed: confirmedAt !== null,
  isPriceHeld: hold !== null,
  isPaid: transfer !== null,
  queue,
})

export const tokenOf = ({ id, linkVersion }: Pick<Reservation, 'id' | 'linkVersion'>): string =>
  reservationToken({ id, version: linkVersion }, env().SECRET)

export const stateWith = <S>(
  subject: S,
  reservation: Reservation,
  queue: QueuePosition | null,
): ReservationState<S> => ({
  ...rowOf(reservation, queue),
  subject,
  token: tokenOf(reservation),
})

export const stateOf = async <S>(
  db: Database,
  subject: S,
  reservation: Reservation,
): Promise<ReservationState<S>> =>
  stateWith(subject, reservation, await positionOf(db, reservation))

/** Rows of a staff list, with the position of each party that waits. */
export function rowsOf(reservations: readonly Reservation[]): ReservationRow[] {
  const next = { position: 1, people: 0 }
  return reservations.map((reservation) => {
    const waits = reservation.status === 'waitlisted'
    const queue = waits ? { ...next } : null
    if (waits && reservation.confirmedAt) {
      next.position += 1
      next.people += reservation.party
    }
    return rowOf(reservation, queue)
  })
}

/** A reservation as the API returns it. */
export const publicReservation = (state: Omit<ReservationState, 'subject'>): PublicReservation => ({
  token: state.token,
  status: state.status,
  party: state.party,
  is_confirmed: state.isConfirmed,
  price_cents: state.priceCents,
  payment: state.payment,
  held_until: state.heldUntil?.toISOString() ?? null,
  offered_until: state.offeredUntil?.toISOString() ?? null,
  queue: state.queue,
  version: state.version,
})
