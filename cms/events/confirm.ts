import type { PayloadRequest } from 'payload'
import type { RsvpState } from './contract.ts'
import { eventError } from './errors.ts'
import { returnShareOfPlaces } from './held-places.ts'
import { withLockedRsvp } from './locked.ts'
import { nextQueue } from './queries/places.ts'
import { findExistingRsvpIds, findRsvp, updateRsvp } from './queries/rsvps.ts'
import { requireOpen } from './require-open.ts'
import { positionOf, stateOf } from './state.ts'
import { makeGoing, offerFreePlaces } from './waitlist.ts'

/**
 * Confirms the address of a reservation. The reservation then keeps its held places. If it was waitlisted, it gets
 * free places or stays on the waitlist. If the places were given back because the confirmation is late, they are
 * taken again if enough are free; otherwise the reservation goes on the waitlist. A repeated confirmation gets the same
 * reply. Held places can also be confirmed if the date was postponed.
 * @throws HttpError `not_found`, `cancelled`, `date_cancelled`, `postponed`, `started`, `ended`
 */
export const confirmRsvp = (req: PayloadRequest, rsvp: number): Promise<RsvpState> =>
  withLockedRsvp(req, rsvp, async (locked, found) => {
    const { db, date, mailer } = locked
    if (found.confirmedAt) return stateOf(db, date, found)
    const isExpired = found.status === 'cancelled' && found.cancelledBy === 'expiry'
    if (found.status === 'cancelled' && !isExpired) {
      throw eventError(found.cancelledBy === 'event' ? 'date_cancelled' : 'cancelled')
    }
    const isKept = found.status === 'held' && date.status === 'postponed'
    if (!isKept) requireOpen(date, { isGuest: true, isMember: found.member !== null, party: 1 })
    // The old key contains the network of the client, which is no longer needed.
    const key = `confirmed:${found.id}`
    if (isExpired) {
      const known = await findExistingRsvpIds(db, { ...found, key, date: date.id })
      if (known.by_person !== null) {
        const other = await findRsvp(db, known.by_person)
        if (other) return stateOf(db, date, other)
      }
    }
    const revived = { key, cancelled_by: null, cancelled_at: null, held_until: null }
    const isStillHeld =
      found.status === 'held' && found.heldUntil !== null && found.heldUntil > new Date()
    if (isStillHeld) await returnShareOfPlaces(db, found)
    if (found.status === 'held' || (await locked.take(found.party))) {
      const going = await updateRsvp(db, found.id, {
        ...{ ...revived, status: 'going' },
        confirms: true,
      })
      return stateOf(db, locked.date, await makeGoing(locked, going))
    }
    // The position on the waitlist is assigned now, so unconfirmed addresses do not reserve a position.
    const queue = await nextQueue(db, date.id)
    const waiting = await updateRsvp(db, found.id, {
      ...{ ...revived, status: 'waitlisted', queue },
      confirms: true,
    })
    await offerFreePlaces(locked)
    const position = (await positionOf(db, waiting))?.position
    const occasion = waiting.version
    await locked.enqueueMails([
      await mailer('waitlisted', { date, rsvp: waiting, position, occasion }),
    ])
    return stateOf(db, locked.date, waiting)
  })
