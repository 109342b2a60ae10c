import type { Payload, PayloadRequest } from 'payload'
import { record } from '../../platform/audit/service.ts'
import { databaseOf } from '../../platform/database/query.ts'
import { HttpError } from '../../platform/http/errors.ts'
import { formatGuestTime } from '../../platform/ui/format-time.ts'
import { giveBackAll } from './card.ts'
import type { Reservation, ReservationState } from './contract.ts'
import { reservationError } from './errors.ts'
import { type ReservationKind, reservationKinds, type Subject } from './kind.ts'
import { forEachSubject, type Locked, withLocked, withLockedReservation } from './locked.ts'
import { holdPrice, isLeftToCard } from './money.ts'
import { offerEnd } from './offer-end.ts'
import { updateReservation } from './queries/reservations.ts'
import { expireDue, listSubjectsToOffer, listWaiting, markOffered } from './queries/waitlist.ts'
import { type ChangedBy, isUnpaid, partiesThatFit, placesLeft, takesPlaces } from './rules.ts'
import { stateOf } from './state.ts'

/** Offers places to locked parties that wait, and mails them. The caller must first take the places for them. */
export async function offerTaken<S extends Subject>(
  locked: Locked<S>,
  ids: readonly number[],
): Promise<Reservation[]> {
  const { db, kind, mailer, waking, subject } = locked
  const until = offerEnd(new Date(), subject.startsAt, waking, kind.offerMinutesOnDay)
  const offered = await markOffered(db, ids, until)
  const words = { until: formatGuestTime(until, waking.timeZone) }
  await locked.enqueueMails(
    await Promise.all(
      offered.map((reservation) =>
        mailer('offer', {
          ...{ subject, reservation, words },
          ...{ occasion: reservation.version, expiresAt: until },
        }),
      ),
    ),
  )
  await kind.queuePushes?.(db, 'offer', offered, ({ version }) => version)
  return offered
}

/** Offers the free places of a locked subject to the parties that fit, in their order. */
export async function offerFreePlaces<S extends Subject>(locked: Locked<S>): Promise<void> {
  const { db, kind, key, subject } = locked
  const free = placesLeft(subject)
  if (!kind.hasWaitlist || free < 1 || !kind.canOffer(subject, new Date())) return
  const chosen = partiesThatFit(await listWaiting(db, key), free)
  const people = chosen.reduce((sum, { party }) => sum + party, 0)
  if (!people || !(await locked.take(people))) return
  await offerTaken(
    locked,
    chosen.map(({ id }) => id),
  )
}

/**
 * Offers free places to the parties that wait: to the first party that fits, then to the next. Each change of a
 * reservation already does this. A kind does it when it makes more places.
 * @throws HttpError `not_found`
 */
export const offerPlaces = <S extends Subject>(
  kind: ReservationKind<S>,
  req: PayloadRequest,
  subject: number,
): Promise<void> =>
  withLocked(kind, req, subject, async (locked) => {
    await cancelExpired(locked)
    await offerFreePlaces(locked)
  })

/** Cancels reservations that were not confirmed, paid or accepted in time. Parties whose offer has expired get a mail. */
async function cancelExpired<S extends Subject>(locked: Locked<S>): Promise<void> {
  const { db, key, subject, mailer } = locked
  const expired = await expireDue(db, key)
  for (const { reservation } of expired) await giveBackAll(locked, reservation, 'expiry')
  const freed = expired.filter(({ was }) => takesPlaces(was))
  await locked.take(-freed.reduce((sum, { reservation }) => sum + reservation.party, 0))
  await locked.enqueueMails(
    await Promise.all(
      expired
        .filter(({ was }) => was === 'offered')
        .map(({ reservation }) =>
          mailer('offer_expired', { subject, reservation, occasion: reservation.version }),
        ),
    ),
  )
}

/**
 * Cancels expired reservations and offers free places at all subjects, each in its own transaction. What fails at one
 * subject does not keep the others waiting.
 * @throws the last error
 */
export async function expireAllDue(payload: Payload): Promise<void> {
  const errors: unknown[] = []
  for (const kind of reservationKinds.all(payload)) {
    const subjects = await listSubjectsToOffer(databaseOf(payload), kind)
    await forEachSubject(payload, subjects, (req, id) => offerPlaces(kind, req, id)).catch(
      (error) => errors.push(error),
    )
  }
  if (errors.length) throw errors.at(-1)
}

const latest = (times: readonly (Date | null)[]): Date =>
  new Date(Math.max(...times.map((each) => each?.getTime() ?? 0)))

/**
 * Sets a locked reservation to `going`. Its places must already be taken. If it has to be paid by card first, it is
 * `held`: until the time to which it is held already; otherwise for as long as the kind holds places, and after an offer
 * at least as long as the offer is valid.
 */
export async function makeGoing<S extends Subject>(
  locked: Locked<S>,
  reservation: Reservation,
): Promise<Reservation> {
  const { db, kind, ledgerSettings, subject } = locked
  if (isUnpaid(reservation) || (kind.isHeldFirst && reservation.status !== 'held')) {
    const { heldUntil: before, offeredUntil } = reservation
    const until = new Date(Date.now() + kind.heldMinutes * 60_000)
    const isHeld = before !== null && before > new Date()
    const heldUntil = isHeld ? before : latest([until, offeredUntil])
    return updateReservation(db, reservation.id, {
      ...{ status: 'held', heldUntil, offeredUntil: null },
      confirms: true,
    })
  }
  const money = kind.moneyOf(subject)
  const payment = await holdPrice(db, ledgerSettings, { money, reservation })
  if (isLeftToCard(kind, reservation, payment.payment)) {
    return makeGoing(
      locked,
      await updateReservation(db, reservation.id, { payment: 'card', hold: null }),
    )
  }
  const going = await updateReservation(db, reservation.id, {
    ...{ status: 'going', heldUntil: null, offeredUntil: null, ...payment },
    confirms: true,
  })
  await mailGoing(locked, going)
  return going
}

/** Mails a party that it has its places now. */
export async function mailGoing<S extends Subject>(
  { kind, mailer, subject, ledgerSettings, enqueueMails }: Locked<S>,
  reservation: Reservation,
): Promise<void> {
  const facts = { subject, reservation, occasion: reservation.version }
  const own = kind.makeGoingMail?.({ mailer, timeZone: ledgerSettings.timeZone }, facts)
  await enqueueMails([await (own ?? mailer('going', facts))])
}

/**
 * Accepts an offer. A second acceptance gets the same reply.
 * @throws HttpError `not_found`, `offer_expired`, `no_offer`, `cancelled`, and the kind’s `cancelledError`
 */
export async function acceptOffer<S extends Subject>(
  kind: ReservationKind<S>,
  req: PayloadRequest,
  id: number,
): Promise<ReservationState<S>> {
  // The error is thrown after the transaction, so offers to the next parties are kept.
  const result = await withLockedReservation(kind, req, id, async (locked, found) => {
    const { db, subject } = locked
    if (found.status === 'going' || found.status === 'attended') return stateOf(db, subject, found)
    if (found.status === 'held' && found.confirmedAt) return stateOf(db, subject, found)
    if (found.status === 'offered') {
      if (isPast(found.offeredUntil)) {
        await cancelExpired(locked)
        await offerFreePlaces(locked)
        return reservationError('offer_expired')
      }
      return stateOf(db, locked.subject, await makeGoing(locked, found))
    }
    if (found.status !== 'cancelled') return reservationError('no_offer')
    if (found.cancelledBy === 'expiry') return reservationError('offer_expired')
    return found.cancelledBy === 'event' ? kind.cancelledError() : reservationError('cancelled')
  })
  if (result instanceof HttpError) throw result
  return result
}

const isPast = (until: Date | null) => until !== null && until <= new Date()

/** A change of the waitlist by an organiser or staff. `reason` is stored with the reservation. */
type OutOfTurn = { id: number; by: ChangedBy; reason: string }

/**
 * Offers places to one party before its turn. The offer is mailed.
 * @throws HttpError `not_found`, `not_waiting`, `unconfirmed`, `full`, `ended`
 */
export const offerTo = <S extends Subject>(
  kind: ReservationKind<S>,
  req: PayloadRequest,
  { id, by, reason }: OutOfTurn,
): Promise<ReservationState<S>> =>
  withLockedReservation(kind, req, id, async (locked, found) => {
    const { db, subject } = locked
    if (found.status === 'offered') return stateOf(db, subject, found)
    requireWaiting(found)
    if (!kind.canOffer(subject, new Date())) throw kind.notOfferedError()
    await cancelExpired(locked)
    if (!(await locked.take(found.party))) throw reservationError('full')
    await updateReservation(db, found.id, { queueReason: reason })
    const [offered = found] = await offerTaken(locked, [found.id])
    await recordAudit(locked, 'places_offered', { party: found.party, by })
    return stateOf(db, locked.subject, offered)
  })

/** @throws HttpError `not_waiting`, `unconfirmed` */
function requireWaiting({ status, confirmedAt }: Reservation): void {
  if (status !== 'waitlisted') throw reservationError('not_waiting')
  if (!confirmedAt) throw reservationError('unconfirmed')
}

/**
 * Moves a party in the waitlist. Places that become free later are offered in the new order.
 * @param request.position 1 is the first; a number beyond the end means the last
 * @throws HttpError `not_found`, `not_waiting`, `unconfirmed`
 */
export const moveInQueue = <S extends Subject>(
  kind: ReservationKind<S>,
  req: PayloadRequest,
  { id, position, by, reason }: OutOfTurn & { position: number },
): Promise<ReservationState<S>> =>
  withLockedReservation(kind, req, id, async (locked, found) => {
    const { db, key, subject } = locked
    requireWaiting(found)
    const waiting = await listWaiting(db, key)
    const others = waiting.filter((each) => each.id !== found.id)
    const index = Math.min(Math.max(1, Math.trunc(position) || 1), others.length + 1) - 1
    const previous = others[index - 1]?.queue
    const next = others[index]?.queue
    const queue =
      previous === undefined
        ? (next ?? 2) - 1
        : next === undefined
          ? previous + 1
          : (previous + next) / 2
    const moved = await updateReservation(db, found.id, { queue, queueReason: reason })
    const from = waiting.findIndex((each) => each.id === found.id) + 1
    await recordAudit(locked, 'queue_moved', { party: found.party, from, to: index + 1, by })
    return stateOf(db, subject, moved)
  })

/**
 * Writes the audit trail. Its entries are kept longer than reservations, so they contain no guest and no reason. The
 * reason is stored with the reservation.
 */
const recordAudit = <S extends Subject>(
  { req, kind, subject }: Locked<S>,
  action: string,
  facts: Record<string, unknown>,
) =>
  record(req, {
    action,
    subject: subject.title,
    of_collection: kind.table,
    document: subject.id,
    details: { ...facts, reason: 'with the reservation' },
  })
