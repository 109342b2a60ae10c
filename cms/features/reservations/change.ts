import type { PayloadRequest } from 'payload'
import { giveBackAll, giveBackPart } from './card.ts'
import type { Reservation, ReservationState } from './contract.ts'
import { takeDeposit } from './deposit.ts'
import { reservationError } from './errors.ts'
import type { ReservationKind, Subject } from './kind.ts'
import { type Locked, withLockedReservation } from './locked.ts'
import { holdPrice, releasePrice } from './money.ts'
import { nextQueue } from './queries/places.ts'
import { cancelledBy, findReservation, updateReservation } from './queries/reservations.ts'
import { countMailOfChange } from './rate-limits.ts'
import {
  agreedOf,
  type ChangedBy,
  isUnpaid,
  paysByCard,
  placesLeft,
  priceOfSome,
  takesPlaces,
} from './rules.ts'
import { stateOf } from './state.ts'
import { offerFreePlaces } from './waitlist.ts'

/**
 * Changes the size of a party. The price of one person stays the same. A hold on the member's credit is
 * replaced by a hold of the new price; if there is not enough credit, the whole price is paid at the bar. What was paid by
 * card for people who don't come is given back, see card.ts.
 * Guests are limited to the largest party that the subject allows. Organisers and staff may enter more people.
 * @param request.version the version of the reservation that the caller was shown
 * @throws HttpError `not_found`, `party_size`, `full` with `left` in the reply, `unconfirmed`, `cancelled`,
 *   `checked_in`, `stale`, `ended`, `guest_decides`, `paid`, and the kind’s refusals
 */
export const changeParty = <S extends Subject>(
  kind: ReservationKind<S>,
  req: PayloadRequest,
  {
    id,
    party,
    by,
    version,
  }: { id: number; party: number; by: ChangedBy; version?: number | undefined },
): Promise<ReservationState<S>> =>
  withLockedReservation(kind, req, id, async (locked, found) => {
    const { db, subject, mailer } = locked
    requireChangeable(locked, found, by)
    if (found.status === 'cancelled') throw reservationError('cancelled')
    if (found.party === party) return stateOf(db, subject, found)
    if (version !== undefined && version !== found.version) throw reservationError('stale')
    if (!found.confirmedAt) throw reservationError('unconfirmed')
    const most = by === 'guest' ? Math.max(subject.maxParty, found.party) : kind.maxParty
    if (!Number.isInteger(party) || party < 1 || party > most) {
      throw reservationError('party_size', { field: 'party', replyFields: { most } })
    }
    if (found.status === 'attended' && by === 'guest') throw reservationError('checked_in')
    if (party < found.inside) throw reservationError('checked_in')
    if (paysByCard(found) && !isUnpaid(found) && party > found.party) {
      throw reservationError('paid')
    }
    // Only the member may add people whose price is held from the member's credit.
    const isFromCredit = found.payment === 'credit' && found.priceCents > 0
    if (by !== 'guest' && party > found.party && isFromCredit) {
      throw reservationError('guest_decides')
    }
    if (found.status === 'no_show') throw reservationError('ended')
    if (takesPlaces(found.status) && !(await locked.take(party - found.party))) {
      throw reservationError('full', { replyFields: { left: placesLeft(subject) } })
    }
    // A waitlisted party to which the guest adds people moves to the end of the waitlist. Otherwise a guest could keep
    // a position for other people.
    const movesToEnd = found.status === 'waitlisted' && party > found.party && by === 'guest'
    const changed = await updateReservation(db, found.id, {
      ...{ party, priceCents: priceOfSome(found, party) },
      ...(movesToEnd && { queue: await nextQueue(db, locked.key) }),
    })
    await giveBackPart(locked, found, { party, by })
    const settled = found.status === 'going' ? await renewHold(locked, changed) : changed
    await offerFreePlaces(locked)
    if (settled.status === 'going' && (await mayMail(locked, settled, by))) {
      await locked.enqueueMails([
        await mailer('party', { subject, reservation: settled, occasion: settled.version }),
      ])
    }
    // A party that became smaller may fit into the free places, and may just have received an offer.
    const isWaiting = settled.status === 'waitlisted'
    const latest = isWaiting ? await findReservation(db, kind.name, settled.id) : settled
    return stateOf(db, locked.subject, latest ?? settled)
  })

/**
 * Counts a mail about a change, in the transaction of the change. A stranger may have entered the address of somebody
 * else, which a kind without a confirmation never asks. Such changes count in the limits of the address.
 * @returns false if the address gets no more mails now: the change is then made without one
 */
export const mayMail = async <S extends Subject>(
  { db, kind }: Pick<Locked<S>, 'db'> & { kind: Pick<ReservationKind<S>, 'confirmation'> },
  { email, member }: Pick<Reservation, 'email' | 'member'>,
  by: ChangedBy,
): Promise<boolean> =>
  by !== 'guest' ||
  kind.confirmation !== 'none' ||
  member !== null ||
  email === null ||
  countMailOfChange(db, email)

/** @throws HttpError the kind’s refusal */
function requireChangeable<S extends Subject>(
  { kind, subject }: Locked<S>,
  { status }: Reservation,
  by: ChangedBy,
): void {
  const isPromised = by === 'guest' && status !== 'waitlisted' && status !== 'offered'
  const refusal = kind.refusalOfChange(subject, { isPromised })
  if (refusal) throw refusal
}

/** Replaces the hold of a locked reservation, if it is paid with credit. */
export async function renewHold<S extends Subject>(
  {
    db,
    kind,
    ledgerSettings,
    subject,
  }: Pick<Locked<S>, 'db' | 'ledgerSettings' | 'subject'> & {
    kind: Pick<ReservationKind<S>, 'moneyOf'>
  },
  reservation: Reservation,
): Promise<Reservation> {
  if (reservation.payment !== 'credit') return reservation
  await releasePrice(db, reservation)
  const money = kind.moneyOf(subject)
  const held = await holdPrice(db, ledgerSettings, { money, reservation })
  return updateReservation(db, reservation.id, held)
}

/** Cancels a locked reservation and offers its places. @throws HttpError `checked_in`, and the kind’s refusals */
async function cancelLocked<S extends Subject>(
  locked: Locked<S>,
  found: Reservation,
  by: ChangedBy,
): Promise<ReservationState<S>> {
  const { db, subject, mailer } = locked
  if (found.status === 'cancelled') return stateOf(db, subject, found)
  requireChangeable(locked, found, by)
  if (found.status === 'attended') throw reservationError('checked_in')
  const cancelled = await cancelWithoutMail(locked, found, by)
  if (found.confirmedAt && (await mayMail(locked, found, by))) {
    const mail = by === 'guest' ? 'left' : 'removed'
    await locked.enqueueMails([
      await mailer(mail, { subject, reservation: cancelled, occasion: cancelled.version }),
    ])
  }
  return stateOf(db, locked.subject, cancelled)
}

/** Cancels a locked reservation that is not cancelled yet, and offers its places. The guest gets no mail. */
export async function cancelWithoutMail<S extends Subject>(
  locked: Locked<S>,
  found: Reservation,
  by: ChangedBy,
): Promise<Reservation> {
  const { db, kind, subject } = locked
  const isKept = by === 'guest' && !kind.card?.isRefunded(subject, new Date(), agreedOf(found))
  const kept = isKept ? await takeDeposit(locked, found) : null
  if (!kept) await releasePrice(db, found)
  await giveBackAll(locked, found, by)
  const cancelled = await updateReservation(db, found.id, {
    ...cancelledBy(by),
    ...{ hold: null, heldUntil: null, offeredUntil: null },
    ...kept,
  })
  if (takesPlaces(found.status)) await locked.take(-found.party)
  await offerFreePlaces(locked)
  return cancelled
}

/**
 * Cancels a reservation, or leaves the waitlist. Its places are offered to the waitlist. A repeated
 * cancellation gets the same reply. A guest who has confirmed gets a mail, no matter who cancels.
 * @throws HttpError `not_found`, `checked_in`, and the kind’s refusals
 */
export const cancelReservation = <S extends Subject>(
  kind: ReservationKind<S>,
  req: PayloadRequest,
  { id, by }: { id: number; by: ChangedBy },
): Promise<ReservationState<S>> =>
  withLockedReservation(kind, req, id, (locked, found) => cancelLocked(locked, found, by))

/**
 * Declines an offer. The party leaves the waitlist, and the places are offered to the next party. A repeated
 * request gets the same reply.
 * @throws HttpError `not_found`, `no_offer`
 */
export const declineOffer = <S extends Subject>(
  kind: ReservationKind<S>,
  req: PayloadRequest,
  id: number,
): Promise<ReservationState<S>> =>
  withLockedReservation(kind, req, id, (locked, found) => {
    if (found.status !== 'offered' && found.status !== 'cancelled') {
      throw reservationError('no_offer')
    }
    return cancelLocked(locked, found, 'guest')
  })
