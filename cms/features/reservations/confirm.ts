import type { PayloadRequest } from 'payload'
import type { ReservationState } from './contract.ts'
import { reservationError } from './errors.ts'
import { confirmedKey, returnShareOfPlaces } from './held-places.ts'
import type { ReservationKind, Subject } from './kind.ts'
import { withLockedReservation } from './locked.ts'
import { nextQueue } from './queries/places.ts'
import { findExistingIds, findReservation, updateReservation } from './queries/reservations.ts'
import { isUnpaid } from './rules.ts'
import { positionOf, stateOf } from './state.ts'
import { makeGoing, offerFreePlaces } from './waitlist.ts'

/**
 * Confirms the address of a reservation. The reservation then keeps its held places. If it was waitlisted, it gets
 * free places or stays on the waitlist. If the places were given back because the confirmation is late, they are
 * taken again if enough are free; otherwise the reservation goes on the waitlist. A repeated confirmation gets the same
 * reply. A reservation that has to be paid by card stays `held` until it is paid, and no longer than before.
 * @throws HttpError `not_found`, `cancelled`, `full` without a waitlist, and the kind’s refusals
 */
export const confirmReservation = <S extends Subject>(
  kind: ReservationKind<S>,
  req: PayloadRequest,
  id: number,
): Promise<ReservationState<S>> =>
  withLockedReservation(kind, req, id, async (locked, found) => {
    const { db, subject, mailer } = locked
    if (found.confirmedAt) return stateOf(db, subject, found)
    const isExpired = found.status === 'cancelled' && found.cancelledBy === 'expiry'
    if (found.status === 'cancelled' && !isExpired) {
      throw found.cancelledBy === 'event' ? kind.cancelledError() : reservationError('cancelled')
    }
    const isMember = found.member !== null
    const isHeld = found.status === 'held'
    const refusal = kind.refusalOf(subject, { isGuest: true, isMember, party: 1, isHeld })
    if (refusal) throw refusal
    const key = confirmedKey(found)
    if (isExpired) {
      const { byPerson } = await findExistingIds(db, { ...found, key })
      const other = byPerson === null ? null : await findReservation(db, kind.name, byPerson)
      if (other) return stateOf(db, subject, other)
    }
    const revived = { key, cancelledBy: null, cancelledAt: null, heldUntil: null }
    // Until it is paid, it counts as held by its client.
    if (isHeld && isUnpaid(found)) return stateOf(db, subject, await makeGoing(locked, found))
    if (isHeld && found.heldUntil && found.heldUntil > new Date()) {
      await returnShareOfPlaces(db, found)
    }
    if (isHeld || (await locked.take(found.party))) {
      const going = await updateReservation(db, found.id, {
        ...{ ...revived, status: 'going' },
        confirms: true,
      })
      return stateOf(db, locked.subject, await makeGoing(locked, going))
    }
    if (!kind.hasWaitlist) throw reservationError('full')
    // The position on the waitlist is assigned now, so unconfirmed addresses do not reserve a position.
    const queue = await nextQueue(db, locked.key)
    const waiting = await updateReservation(db, found.id, {
      ...{ ...revived, status: 'waitlisted', queue },
      confirms: true,
    })
    await offerFreePlaces(locked)
    const position = (await positionOf(db, waiting))?.position
    const occasion = waiting.version
    await locked.enqueueMails([
      await mailer('waitlisted', { subject, reservation: waiting, position, occasion }),
    ])
    return stateOf(db, locked.subject, waiting)
  })
