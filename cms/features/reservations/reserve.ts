import { createLocalReq, type PayloadRequest } from 'payload'
import { type Database, transactionOf } from '../../platform/database/query.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { formatGuestTime } from '../../platform/ui/format-time.ts'
import { memberError } from '../members/errors.ts'
import { lockMembers } from '../members/service.ts'
import type { Guest, QueuePosition, Reservation, ReservationState } from './contract.ts'
import { reservationError } from './errors.ts'
import { networkOf, takeShareOfPlaces } from './held-places.ts'
import type { ReservationKind, Subject } from './kind.ts'
import { type Locked, lockedOf, prepareChange } from './locked.ts'
import { holdPrice, isLeftToCard } from './money.ts'
import { insertPlaced, insertWaiting, type NewReservation } from './queries/places.ts'
import {
  cancelledBy,
  dueCondition,
  findExistingIds,
  findReservation,
  lockReservation,
  updateReservation,
} from './queries/reservations.ts'
import { countMailUnlessRepeated } from './rate-limits.ts'
import { type ChangedBy, placesLeft, takesPlaces, unconfirmedHours } from './rules.ts'
import { positionOf, stateWith } from './state.ts'
import { offerFreePlaces, offerPlaces } from './waitlist.ts'

export type ReserveOptions = {
  subject: number
  party: number
  key: string
  guest: Guest
  by?: ChangedBy
  note?: string | null
  /** What a guest sends to show that they know of a hidden subject, see `isKnownTo`. */
  slug?: string | undefined
  /** Called in the transaction before places are taken. An error refuses the reservation. */
  before?: (db: Database) => Promise<void>
}

/** The stored key of a reservation that an organiser or staff entered. */
export const managedKey = (by: ChangedBy, key: string): string => `${by}:${key}`

/**
 * Reserves places for a guest. If there are not enough, the guest goes on the waitlist. For an unconfirmed address,
 * places are held for the kind's `heldMinutes`, and a mail asks the guest to confirm. Addresses of members, and
 * addresses that organisers and staff enter, count as confirmed, and so do all addresses of a kind that asks for no
 * confirmation. A repeated key, or a second request of the same person, gets the state of the first reservation.
 * @throws HttpError `not_found`, `key_reused`, `signed_out`, `too_often`, without a waitlist `full`, without a
 *   confirmation `exists`, and the kind’s refusals
 */
export const reserve = async <S extends Subject>(
  kind: ReservationKind<S>,
  req: PayloadRequest,
  request: ReserveOptions,
): Promise<ReservationState<S>> => (await reserveWith(kind, req, request)).state

/**
 * Reserves places for an address that is not confirmed, like `reserve`.
 * @returns whether places are held until the address is confirmed. The result does not reveal whether the address
 *   already has a reservation, even if the request is repeated
 * @throws HttpError the errors of `reserve`
 */
export async function reserveUnconfirmed<S extends Subject>(
  kind: ReservationKind<S>,
  req: PayloadRequest,
  request: ReserveOptions,
): Promise<boolean> {
  const { state, wouldHold } = await reserveWith(kind, req, request)
  return wouldHold ?? takesPlaces(state.status)
}

type Reserved<S> = {
  state: ReservationState<S>
  /**
   * If the address has a reservation with a different key: whether places would be held for an address without a
   * reservation. Otherwise null.
   */
  wouldHold: boolean | null
}

async function reserveWith<S extends Subject>(
  kind: ReservationKind<S>,
  req: PayloadRequest,
  {
    subject: id,
    party,
    key,
    guest,
    by = 'guest',
    note = null,
    slug,
    before: prepare,
  }: ReserveOptions,
): Promise<Reserved<S>> {
  const member = 'member' in guest ? guest.member : null
  const name = 'member' in guest ? guest.member.name : guest.name
  const email = 'member' in guest ? guest.member.email : guest.email
  const isGuest = by === 'guest'
  const isKnown = member !== null || !isGuest
  const isConfirmed = isKnown || kind.confirmation === 'none'
  const dbBefore = await transactionOf(req)
  const found = await kind.findWithDue(dbBefore, id, dueCondition(kind.name, id))
  if (!found || !kind.isKnownTo(found.subject, { isGuest, slug })) {
    throw reservationError('not_found')
  }
  const { subject, hasDue } = found
  const network = isKnown ? null : networkOf(req)
  const storedKey = member
    ? `member:${member.id}:${key}`
    : `${network?.own ?? ''}${managedKey(by, key)}`
  const person = {
    ...{ kind: kind.name, subject: id, key: storedKey },
    ...{ member: member?.id ?? null, email },
  }
  const entered = isGuest ? null : { name, party }
  const context = { isGuest, isConfirmed, isMember: member !== null, party }
  const refusal = kind.refusalOf(subject, context)
  // The reply must not depend on whether the address has a reservation. Otherwise a stranger could find this out.
  if (!isConfirmed && refusal) throw refusal
  const isMailed =
    !isKnown &&
    email !== null &&
    (await countMailUnlessRepeated(kind.name, req, { subject: id, email, party }))
  const isHolding =
    !network || (await takeShareOfPlaces(kind, req, subject, { party, email, network }))
  if (isConfirmed && !isHolding) throw reservationError('too_often')
  const toReserved = (
    state: ReservationState<S>,
    reservation: Reservation | null = null,
  ): Reserved<S> => ({
    state,
    wouldHold:
      reservation && reservation.key !== storedKey
        ? isHolding && party <= placesLeft(subject)
        : null,
  })
  const answerRepeated = async (repeated: Reservation) => {
    const isOwnKey = repeated.key === storedKey
    const state = await answerRepeatedRequest(kind, req, repeated, {
      ...{ subject, party, isMailed, isOwnKey },
    })
    // Without a confirmation, the state would give a stranger the link of another person with this address.
    if (!isKnown && isConfirmed && !isOwnKey) throw reservationError('exists')
    return toReserved(state, repeated)
  }
  // For confirmed people the unique indexes detect an existing reservation during the insert, so it is not looked up
  // first.
  if (!isConfirmed || refusal) {
    const repeated = await findRepeated(dbBefore, person, entered)
    if (repeated && isKept(repeated, context)) return answerRepeated(repeated)
    if (refusal) throw refusal
  }
  if (hasDue) await offerPlaces(kind, await separateRequestOf(req), id)
  const prepared = await prepareChange(kind, req)
  const reservationOf = (seen: S, keptMinutes: number): NewReservation => ({
    ...{ ...person, name, party, note, isConfirmed, ...kind.priceOf(seen, context), keptMinutes },
    isHeldFirst: kind.isHeldFirst ?? false,
  })
  const takePlaces = (db: Database, seen: S) =>
    isHolding && party <= placesLeft(seen)
      ? insertPlaced(
          db,
          reservationOf(seen, kind.heldMinutes),
          kind.takePlaces(seen, { party, untilEnd: !isGuest }),
        )
      : { taken: null, reservation: null }
  const result = await inTransaction(req, async (db) => {
    if (member && !(await lockMembers(db, [member.id]))) throw memberError('signed_out')
    await prepare?.(db)
    const first = await takePlaces(db, subject)
    if (first.taken !== null && first.reservation) {
      const after = { ...subject, taken: first.taken }
      const locked = lockedOf(kind, { req, db, subject: after }, prepared)
      const state = await holdAndMail(locked, first.reservation)
      await kind.announce(req, { ...subject, taken: first.taken - party }, first.taken)
      return state
    }
    const lockedRow = await kind.lock(db, id)
    if (!lockedRow) throw reservationError('not_found')
    const locked = lockedOf(kind, { req, db, subject: lockedRow }, prepared)
    const before =
      first.taken === null ? lockedRow : { ...lockedRow, taken: lockedRow.taken - party }
    // If places were taken but no row was inserted, the key or the person already has a reservation.
    let attempt = first.taken === null ? null : first
    let isReplacing = false
    for (;;) {
      const lockedRefusal = kind.refusalOf(locked.subject, context)
      if (lockedRefusal) throw lockedRefusal
      const { taken, reservation: placed } = attempt ?? (await takePlaces(db, locked.subject))
      attempt = null
      if (taken !== null) locked.subject = { ...locked.subject, taken }
      const waiting =
        taken === null && canWait(kind, locked.subject)
          ? await insertWaiting(db, reservationOf(locked.subject, unconfirmedHours * 60))
          : null
      const inserted = waiting?.reservation ?? placed
      if (inserted) {
        const state = await holdAndMail(locked, inserted, waiting?.queue)
        // The replaced reservation may have had more places.
        if (isReplacing) await offerFreePlaces(locked)
        await kind.announce(req, before, locked.subject.taken)
        return state
      }
      if (taken !== null) await locked.take(-party)
      const other = await findRepeated(db, person, entered)
      if (!other) {
        if (taken === null && !canWait(kind, locked.subject)) throw reservationError('full')
        throw new Error('No reservation was inserted, but neither the key nor the person has one.')
      }
      if (isKept(other, context)) return other
      await dropUnconfirmed(locked, other)
      isReplacing = true
    }
  })
  return 'token' in result ? toReserved(result) : answerRepeated(result)
}

const canWait = <S extends Subject>(kind: ReservationKind<S>, subject: S): boolean =>
  kind.hasWaitlist && (kind.canWait?.(subject) ?? true)

/**
 * The reservation that a request repeats.
 * @param entered what an organiser or staff entered: a repeated request has to say the same
 * @throws HttpError `key_reused` if it belongs to another person, or an earlier request with the key said something else
 */
async function findRepeated(
  db: Database,
  person: Parameters<typeof findExistingIds>[1],
  entered: { name: string | null; party: number } | null,
): Promise<Reservation | null> {
  const { byKey, byPerson } = await findExistingIds(db, person)
  const id = byKey ?? byPerson
  const found = id === null ? null : await findReservation(db, person.kind, id)
  if (!found) return null
  const isOthersKey = byKey !== null && found.email !== null && found.email !== person.email
  // Another member may have reserved earlier with the address that this member has now.
  const isOthers = person.member !== null && found.member !== null && found.member !== person.member
  const isOtherEntry =
    byKey !== null &&
    entered !== null &&
    (found.email !== person.email || found.name !== entered.name || found.party !== entered.party)
  if (isOthersKey || isOthers || isOtherEntry) throw reservationError('key_reused')
  return found
}

/**
 * Whether a reservation is kept if the same person reserves again. An unconfirmed reservation may come from a stranger,
 * so a request by a member, or by an organiser or staff, replaces it.
 */
const isKept = (
  { confirmedAt, status }: Reservation,
  { isConfirmed }: { isConfirmed: boolean },
): boolean => !isConfirmed || confirmedAt !== null || status === 'cancelled'

async function dropUnconfirmed<S extends Subject>(
  locked: Locked<S>,
  { id }: Reservation,
): Promise<void> {
  const { db } = locked
  const found = await lockReservation(db, id)
  if (!found || found.status === 'cancelled') return
  await updateReservation(db, id, {
    ...cancelledBy('expiry'),
    ...{ key: `replaced:${id}`, heldUntil: null, offeredUntil: null },
  })
  if (takesPlaces(found.status)) await locked.take(-found.party)
}

/**
 * The state of a repeated reservation. A stranger gets a mail about what exists, because the reply does not show it.
 * @param request.party the number of people of the repeated request
 * @param request.isOwnKey whether the same request made the reservation
 */
async function answerRepeatedRequest<S extends Subject>(
  kind: ReservationKind<S>,
  req: PayloadRequest,
  reservation: Reservation,
  {
    subject,
    party,
    isMailed,
    isOwnKey,
  }: { subject: S; party: number; isMailed: boolean; isOwnKey: boolean },
): Promise<ReservationState<S>> {
  const prepared = await prepareChange(kind, req)
  return inTransaction(req, async (db) => {
    const queue = await positionOf(db, reservation)
    // A form may be sent twice without a script, with another key. The first mail then says the same. Of requests at the
    // same time, the one that counted the mail may not be the one that made the reservation and queued its mail.
    const isSame = (reservation.confirmedAt === null || isOwnKey) && reservation.party === party
    const isOld = reservation.createdAt.getTime() < Date.now() - 60_000
    if (isMailed && (isOld || !isSame) && reservation.status !== 'cancelled') {
      // If the form is sent twice at the same time, only one mail is sent.
      const occasion = `again ${reservation.version} ${Math.floor(Date.now() / 60_000)}`
      const locked = lockedOf(kind, { req, db, subject }, prepared)
      await locked.enqueueMails([await mailAboutExisting(locked, reservation, { queue, occasion })])
    }
    return stateWith(subject, reservation, queue)
  })
}

/** Holds the price of a new reservation if it is `going`, and mails the state of the reservation. */
async function holdAndMail<S extends Subject>(
  locked: Locked<S>,
  reservation: Reservation,
  queue: QueuePosition | null = null,
): Promise<ReservationState<S>> {
  const { db, kind, ledgerSettings, subject } = locked
  const needsHold = reservation.status === 'going' && reservation.payment === 'credit'
  const money = kind.moneyOf(subject)
  const payment = needsHold ? await holdPrice(db, ledgerSettings, { money, reservation }) : null
  if (payment && isLeftToCard(kind, reservation, payment.payment)) {
    const unpaid = await updateReservation(db, reservation.id, {
      ...{ status: 'held', payment: 'card' },
      heldUntil: new Date(Date.now() + kind.heldMinutes * 60_000),
    })
    return stateWith(locked.subject, unpaid, queue)
  }
  const held = payment ? await updateReservation(db, reservation.id, payment) : reservation
  await locked.enqueueMails([await mailAbout(locked, held, { queue, occasion: held.version })])
  return stateWith(locked.subject, held, queue)
}

/** The mail that shows the state of a new reservation. A confirmed one that has to be paid first has no mail yet. */
async function mailAbout<S extends Subject>(
  { mailer, subject }: Locked<S>,
  reservation: Reservation,
  { queue, occasion }: { queue: QueuePosition | null; occasion: string | number },
) {
  const facts = { subject, reservation, occasion }
  const { confirmedAt, status } = reservation
  if (!confirmedAt) return mailer(status === 'held' ? 'confirm' : 'confirm_late', facts)
  if (status === 'held') return null
  return queue
    ? mailer('waitlisted', { ...facts, position: queue.position })
    : mailer('going', facts)
}

/** The mail about a reservation whose guest reserves again. */
function mailAboutExisting<S extends Subject>(
  { mailer, subject, waking }: Locked<S>,
  reservation: Reservation,
  { queue, occasion }: { queue: QueuePosition | null; occasion: string },
) {
  const facts = { subject, reservation, occasion }
  if (!reservation.confirmedAt) return mailer('confirm_again', facts)
  const { offeredUntil } = reservation
  const offered = offeredUntil && formatGuestTime(offeredUntil, waking.timeZone)
  const state = offered
    ? `Places are kept for you until ${offered}: say yes on your page.`
    : queue
      ? `You’re number ${queue.position} on the waitlist.`
      : reservation.status === 'held'
        ? 'Your places are kept until you have paid: do it on your page.'
        : 'Your places are yours.'
  return mailer('again', { ...facts, words: { state } })
}

/** A new request, unless the given request has a transaction that has to be joined. */
const separateRequestOf = async (req: PayloadRequest) =>
  req.transactionID ? req : createLocalReq({}, req.payload)
