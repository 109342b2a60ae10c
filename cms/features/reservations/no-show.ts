import type { PayloadRequest } from 'payload'
import { settleDeposit } from './card.ts'
import type { ReservationState } from './contract.ts'
import { returnDeposit, takeDeposit } from './deposit.ts'
import { reservationError } from './errors.ts'
import type { ReservationKind, Subject } from './kind.ts'
import { withLockedReservation } from './locked.ts'
import { updateReservation } from './queries/reservations.ts'
import { stateOf } from './state.ts'

/**
 * Records that a party did not come, and takes its deposit, or undoes both. The caller frees its places, or takes them
 * again. A repeated call changes nothing.
 * @throws HttpError `not_found`, `cancelled`, `checked_in`, `waiting`
 */
export const setNoShow = <S extends Subject>(
  kind: ReservationKind<S>,
  req: PayloadRequest,
  { id, isMissing }: { id: number; isMissing: boolean },
): Promise<ReservationState<S>> =>
  withLockedReservation(kind, req, id, async (locked, found) => {
    const { db, subject } = locked
    const wanted = isMissing ? 'no_show' : 'going'
    if (found.status === wanted) return stateOf(db, subject, found)
    if (found.status === 'cancelled') throw reservationError('cancelled')
    if (found.status === 'attended') throw reservationError('checked_in')
    if (found.status !== 'going' && found.status !== 'no_show') throw reservationError('waiting')
    await settleDeposit(locked, found, isMissing ? 'no_show' : 'held')
    const money = await (isMissing ? takeDeposit : returnDeposit)(locked, found)
    const changed = await updateReservation(db, found.id, { status: wanted, ...money })
    return stateOf(db, subject, changed)
  })
