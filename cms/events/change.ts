import type { PayloadRequest } from 'payload'
import type { ChangedBy, RsvpState } from './contract.ts'
import { eventError } from './errors.ts'
import { type LockedDate, withLockedRsvp } from './locked.ts'
import { holdPrice, priceOfOne, releasePrice } from './money.ts'
import { nextQueue } from './queries/places.ts'
import { cancelledBy, findRsvp, type Rsvp, updateRsvp } from './queries/rsvps.ts'
import { type EventDate, limits, placesLeft, takesPlaces } from './rules.ts'
import { stateOf } from './state.ts'
import { offerFreePlaces } from './waitlist.ts'

/**
 * Requires that the reservations of a date can still be changed. The times of a postponed date do not count.
 * @throws HttpError `date_cancelled`, `ended`
 */
function requireChangeable({ status, endsAt }: EventDate): void {
  if (status === 'cancelled') throw eventError('date_cancelled')
  const isOver = endsAt <= new Date() && status !== 'postponed'
  if (status === 'ended' || isOver) throw eventError('ended')
}

/**
 * Changes the size of a party. The price of one person stays the same. A hold on the member's credit is
 * replaced by a hold of the new price; if there is not enough credit, the whole price is paid at the bar.
 * Guests are limited to the largest party that the date allows. Organisers and staff may enter more people.
 * @param request.version the version of the reservation that the caller was shown
 * @throws HttpError `not_found`, `party_size`, `full` with `left` in the reply, `unconfirmed`, `cancelled`,
 *   `checked_in`, `stale`, `ended`, `date_cancelled`, `guest_decides`
 */
export const changeParty = (
  req: PayloadRequest,
  { rsvp, party, by, version }: { rsvp: number; party: number; by: ChangedBy; version?: number },
): Promise<RsvpState> =>
  withLockedRsvp(req, rsvp, async (locked, found) => {
    const { db, ledgerSettings, date, mailer } = locked
    requireChangeable(date)
    if (found.status === 'cancelled') throw eventError('cancelled')
    if (found.party === party) return stateOf(db, date, found)
    if (version !== undefined && version !== found.version) throw eventError('stale')
    if (!found.confirmedAt) throw eventError('unconfirmed')
    const most = by === 'guest' ? Math.max(date.maxParty, found.party) : limits.party
    if (!Number.isInteger(party) || party < 1 || party > most) {
      throw eventError('party_size', { field: 'party', replyFields: { most } })
    }
    if (found.status === 'attended' && by === 'guest') throw eventError('checked_in')
    if (party < found.inside) throw eventError('checked_in')
    // Only the member may add people whose price is held from the member's credit.
    if (by !== 'guest' && party > found.party && found.payment === 'credit' && found.price > 0) {
      throw eventError('guest_decides')
    }
    if (found.status === 'no_show') throw eventError('ended')
    if (takesPlaces(found.status) && !(await locked.take(party - found.party))) {
      throw eventError('full', { replyFields: { left: placesLeft(date) } })
    }
    // A waitlisted party to which the guest adds people moves to the end of the waitlist. Otherwise a guest could keep
    // a position for other people.
    const movesToEnd = found.status === 'waitlisted' && party > found.party && by === 'guest'
    const changed = await updateRsvp(db, found.id, {
      ...{ party, price: priceOfOne(found) * party },
      ...(movesToEnd && { queue: await nextQueue(db, date.id) }),
    })
    const settled = found.status === 'going' ? await holdAnew(changed) : changed
    await offerFreePlaces(locked)
    if (settled.status === 'going') {
      await locked.enqueueMails([
        await mailer('party', { date, rsvp: settled, occasion: settled.version }),
      ])
    }
    // A party that became smaller may fit into the free places, and may just have received an offer.
    const latest = settled.status === 'waitlisted' ? await findRsvp(db, settled.id) : settled
    return stateOf(db, locked.date, latest ?? settled)

    async function holdAnew(rsvp: Rsvp): Promise<Rsvp> {
      if (rsvp.payment !== 'credit') return rsvp
      await releasePrice(db, rsvp)
      return updateRsvp(db, rsvp.id, await holdPrice(db, ledgerSettings, { date, rsvp }))
    }
  })

/** Cancels a locked reservation and offers its places. @throws HttpError `date_cancelled`, `checked_in`, `ended` */
async function cancelLockedRsvp(
  locked: LockedDate,
  found: Rsvp,
  by: ChangedBy,
): Promise<RsvpState> {
  const { db, date, mailer } = locked
  if (found.status === 'cancelled') return stateOf(db, date, found)
  requireChangeable(date)
  if (found.status === 'attended') throw eventError('checked_in')
  const cancelled = await cancelWithoutMail(locked, found, by)
  if (found.confirmedAt) {
    const mail = by === 'guest' ? 'left' : 'removed'
    await locked.enqueueMails([
      await mailer(mail, { date, rsvp: cancelled, occasion: cancelled.version }),
    ])
  }
  return stateOf(db, locked.date, cancelled)
}

/** Cancels a locked reservation that is not cancelled yet, and offers its places. The guest gets no mail. */
export async function cancelWithoutMail(
  locked: LockedDate,
  found: Rsvp,
  by: ChangedBy,
): Promise<Rsvp> {
  const { db } = locked
  await releasePrice(db, found)
  const cancelled = await updateRsvp(db, found.id, {
    ...cancelledBy(by),
    ...{ hold: null, held_until: null, offered_until: null },
  })
  if (takesPlaces(found.status)) await locked.take(-found.party)
  await offerFreePlaces(locked)
  return cancelled
}

/**
 * Cancels a reservation, or leaves the waitlist. Its places are offered to the waitlist. A repeated
 * cancellation gets the same reply. A guest who has confirmed gets a mail, no matter who cancels.
 * @throws HttpError `not_found`, `date_cancelled`, `checked_in`, `ended`
 */
export const cancelRsvp = (
  req: PayloadRequest,
  { rsvp, by }: { rsvp: number; by: ChangedBy },
): Promise<RsvpState> =>
  withLockedRsvp(req, rsvp, (locked, found) => cancelLockedRsvp(locked, found, by))

/**
 * Declines an offer. The party leaves the waitlist, and the places are offered to the next party. A repeated
 * request gets the same reply.
 * @throws HttpError `not_found`, `no_offer`
 */
export const declineOffer = (req: PayloadRequest, rsvp: number): Promise<RsvpState> =>
  withLockedRsvp(req, rsvp, (locked, found) => {
    if (found.status !== 'offered' && found.status !== 'cancelled') throw eventError('no_offer')
    return cancelLockedRsvp(locked, found, 'guest')
  })
