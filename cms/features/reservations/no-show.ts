import type { PayloadRequest } from 'payload'
import type { ReservationState } from './contract.ts'
import { reservationError } from './errors.ts'
import type { ReservationKind, Subject } from './kind.ts'
import { withLockedReservation } from './locked.ts'
import { updateReservation } from './queries/reservations.ts'
import { stateOf } from './state.ts'

/**
 * Records that a party did not come, or undoes this. The caller frees its places, or takes them again. A repeated call
 * changes nothing.
 * @throws HttpError `not_found`, `cancelled`, `checked_in`, `waiting`
 */
export const setNoShow = <S extends Subject>(
  kind: ReservationKind<S>,
  req: PayloadRequest,
  { id, isMissing }: { id: number; isMissing: boolean },
): Promise<ReservationState<S>> =>
  withLockedReservation(kind, req, id, async ({ db, subject }, found) => {
    const wanted = isMissing ? 'no_show' : 'going'
    if (found.status === wanted) return stateOf(db, subject, found)
    if (found.status === 'cancelled') throw reservationError('cancelled')
    if (found.status === 'attended') throw reservationError('checked_in')
    if (found.status !== 'going' && found.status !== 'no_show') throw reservationError('waiting')
    return stateOf(db, subject, await updateReservation(db, found.id, { status: wanted }))
  })
