import { createLocalReq, type PayloadRequest } from 'payload'
import { type Database, transactionOf } from '../database/query.ts'
import { inTransaction } from '../database/transaction.ts'
import { memberError } from '../members/errors.ts'
import { lockMembers } from '../members/service.ts'
import { announceAvailabilityTags } from './announce.ts'
import type { ChangedBy, Guest, QueuePosition, RsvpState } from './contract.ts'
import { eventError } from './errors.ts'
import { networkOf, takeShareOfPlaces } from './held-places.ts'
import { type LockedDate, lockedDateOf, prepareChange } from './locked.ts'
import { holdPrice } from './money.ts'
import { findDateWithDue, lockDate } from './queries/dates.ts'
import { insertPlaced, insertWaiting, type NewRsvp } from './queries/places.ts'
import {
  cancelledBy,
  findExistingRsvpIds,
  findRsvp,
  lockRsvp,
  type Rsvp,
  updateRsvp,
} from './queries/rsvps.ts'
import { countMailUnlessRepeated } from './rate-limits.ts'
import { refusalOf, requireOpen } from './require-open.ts'
import {
  type EventDate,
  heldMinutes,
  placesLeft,
  priceOf,
  takesPlaces,
  unconfirmedHours,
} from './rules.ts'
import { positionOf, stateWith } from './state.ts'
import { offerFreePlaces, offerPlaces } from './waitlist.ts'

type ReserveOptions = {
  date: number
  party: number
  key: string
  guest: Guest
  by?: ChangedBy
  note?: string | null
  /** The slug of the date. Guests have to send it for a secret date. */
  slug?: string
}

/** The stored key of a reservation that an organiser or staff entered. */
export const managedKey = (by: ChangedBy, key: string): string => `${by}:${key}`

/**
 * Reserves places for a guest. If there are not enough, the guest goes on the waitlist. For an unconfirmed address,
 * places are held for `heldMinutes`, and a mail asks the guest to confirm. Addresses of members, and addresses that
 * organisers and staff enter, count as confirmed. A repeated key, or a second request of the same person, gets the
 * state of the first reservation.
 * @throws HttpError `not_found`, `date_cancelled`, `postponed`, `started`, `ended`, `members_only`, `party_size`,
 *   `key_reused`, `signed_out`, `too_often`
 */
export const reserve = async (req: PayloadRequest, request: ReserveOptions): Promise<RsvpState> =>
  (await reserveWith(req, request)).state

/**
 * Reserves places for an address that is not confirmed, like `reserve`.
 * @returns whether places are held until the address is confirmed. The result does not reveal whether the address
 *   already has a reservation, even if the request is repeated
 * @throws HttpError the errors of `reserve`
 */
export async function reserveUnconfirmed(
  req: PayloadRequest,
  request: ReserveOptions,
): Promise<boolean> {
  const { state, wouldHold } = await reserveWith(req, request)
  return wouldHold ?? takesPlaces(state.status)
}

type Reserved = {
  state: RsvpState
  /**
   * If the address has a reservation with a different key: whether places would be held for an address without a
   * reservation. Otherwise null.
   */
  wouldHold: boolean | null
}

async function reserveWith(
  req: PayloadRequest,
  { date: id, party, key, guest, by = 'guest', note = null, slug }: ReserveOptions,
): Promise<Reserved> {
  const member = 'member' in guest ? guest.member : null
  const name = 'member' in guest ? guest.member.name : guest.name
  const email = 'member' in guest ? guest.member.email : guest.email
  const isGuest = by === 'guest'
  const isConfirmed = member !== null || !isGuest
  const dbBefore = await transactionOf(req)
  const found = await findDateWithDue(dbBefore, id)
  if (!found) throw eventError('not_found')
  const { date, hasDue } = found
  const isHidden = isGuest && date.visibility === 'secret' && date.slug !== slug
  if (date.status === 'draft' || isHidden) throw eventError('not_found')
  const network = isConfirmed ? null : networkOf(req)
  const storedKey = member
    ? `member:${member.id}:${key}`
    : `${network?.own ?? ''}${managedKey(by, key)}`
  const person = { date: id, key: storedKey, member: member?.id ?? null, email }
  const context = { isGuest, isConfirmed, isMember: member !== null, party }
  const refusal = refusalOf(date, context)
  // The reply must not depend on whether the address has a reservation. Otherwise a stranger could find this out.
  if (!isConfirmed && refusal) throw refusal
  const isMailed =
    !isConfirmed && email !== null && (await countMailUnlessRepeated(req, { date: id, email }))
  const isHolding = !network || (await takeShareOfPlaces(req, date, { party, email, network }))
  const toReserved = (state: RsvpState, rsvp: Rsvp | null = null): Reserved => ({
    state,
    wouldHold: rsvp && rsvp.key !== storedKey ? isHolding && party <= placesLeft(date) : null,
  })
  // For confirmed people the unique indexes detect an existing reservation during the insert, so it is not looked up
  // first.
  if (!isConfirmed || refusal) {
    const repeated = await findRepeated(dbBefore, person)
    if (repeated && isKept(repeated, context)) {
      return toReserved(await answerRepeatedRequest(req, repeated, { date, isMailed }), repeated)
    }
    if (refusal) throw refusal
  }
  if (hasDue) await offerPlaces(await separateRequestOf(req), id)
  const prepared = await prepareChange(req)
  const rsvpOf = (seen: EventDate, keptMinutes: number): NewRsvp => ({
    ...{ ...person, name, party, note, isConfirmed, ...priceOf(seen, context), keptMinutes },
  })
  const takePlaces = (db: Database, seen: EventDate) =>
    isHolding && party <= placesLeft(seen)
      ? insertPlaced(db, rsvpOf(seen, heldMinutes), { seen, untilEnd: !isGuest })
      : { taken: null, rsvp: null }
  const result = await inTransaction(req, async (db) => {
    if (member && !(await lockMembers(db, [member.id]))) throw memberError('signed_out')
    const first = await takePlaces(db, date)
    if (first.taken !== null && first.rsvp) {
      const locked = lockedDateOf(req, db, { ...date, taken: first.taken }, prepared)
      const state = await holdAndMail(locked, first.rsvp)
      await announceAvailabilityTags(req, { ...date, taken: first.taken - party }, first.taken)
      return state
    }
    const lockedRow = await lockDate(db, id)
    if (!lockedRow) throw eventError('not_found')
    const locked = lockedDateOf(req, db, lockedRow, prepared)
    const before =
      first.taken === null ? lockedRow : { ...lockedRow, taken: lockedRow.taken - party }
    // If places were taken but no row was inserted, the key or the person already has a reservation.
    let attempt = first.taken === null ? null : first
    let isReplacing = false
    for (;;) {
      requireOpen(locked.date, context)
      const { taken, rsvp: placed } = attempt ?? (await takePlaces(db, locked.date))
      attempt = null
      if (taken !== null) locked.date = { ...locked.date, taken }
      const toInsert = rsvpOf(locked.date, unconfirmedHours * 60)
      const waiting = taken === null ? await insertWaiting(db, toInsert) : null
      const inserted = waiting?.rsvp ?? placed
      if (inserted) {
        const state = await holdAndMail(locked, inserted, waiting?.queue)
        // The replaced reservation may have had more places.
        if (isReplacing) await offerFreePlaces(locked)
        await announceAvailabilityTags(req, before, locked.date.taken)
        return state
      }
      if (taken !== null) await locked.take(-party)
      const other = await findRepeated(db, person)
      if (!other)
        throw new Error('No reservation was inserted, but neither the key nor the person has one.')
      if (isKept(other, context)) return other
      await dropUnconfirmed(locked, other)
      isReplacing = true
    }
  })
  if ('token' in result) return toReserved(result)
  return toReserved(await answerRepeatedRequest(req, result, { date, isMailed }), result)
}

/** The reservation that a request repeats. @throws HttpError `key_reused` if it belongs to another person */
async function findRepeated(
  db: Database,
  person: Parameters<typeof findExistingRsvpIds>[1],
): Promise<Rsvp | null> {
  const { by_key, by_person } = await findExistingRsvpIds(db, person)
  const id = by_key ?? by_person
  const found = id === null ? null : await findRsvp(db, id)
  if (!found) return null
  const isOthersKey = by_key !== null && found.email !== null && found.email !== person.email
  // Another member may have reserved earlier with the address that this member has now.
  const isOthers = person.member !== null && found.member !== null && found.member !== person.member
  if (isOthersKey || isOthers) throw eventError('key_reused')
  return found
}

/**
 * Whether a reservation is kept if the same person reserves again. An unconfirmed reservation may come from a stranger,
 * so a request by a member, or by an organiser or staff, replaces it.
 */
const isKept = (rsvp: Rsvp, { isConfirmed }: { isConfirmed: boolean }) =>
  !isConfirmed || rsvp.confirmedAt !== null || rsvp.status === 'cancelled'

async function dropUnconfirmed(locked: LockedDate, rsvp: Rsvp): Promise<void> {
  const { db } = locked
  const found = await lockRsvp(db, rsvp.id)
  if (!found || found.status === 'cancelled') return
  await updateRsvp(db, rsvp.id, {
    ...cancelledBy('expiry'),
    ...{ key: `replaced:${rsvp.id}`, held_until: null, offered_until: null },
  })
  if (takesPlaces(found.status)) await locked.take(-found.party)
}

/** The state of a repeated reservation. A stranger gets the mail again, because the reply does not show the state. */
async function answerRepeatedRequest(
  req: PayloadRequest,
  rsvp: Rsvp,
  { date, isMailed }: { date: EventDate; isMailed: boolean },
): Promise<RsvpState> {
  const prepared = await prepareChange(req)
  return inTransaction(req, async (db) => {
    const queue = await positionOf(db, rsvp)
    const isOld = rsvp.createdAt.getTime() < Date.now() - 60_000
    if (isMailed && isOld && rsvp.email && rsvp.status !== 'cancelled') {
      // If the form is sent twice at the same time, only one mail is sent.
      const occasion = `again ${rsvp.version} ${Math.floor(Date.now() / 60_000)}`
      const locked = lockedDateOf(req, db, date, prepared)
      await locked.enqueueMails([await mailAbout(locked, rsvp, { queue, occasion })])
    }
    return stateWith(date, rsvp, queue)
  })
}

/** Holds the price of a new reservation if it is `going`, and mails the state of the reservation. */
async function holdAndMail(
  locked: LockedDate,
  rsvp: Rsvp,
  queue: QueuePosition | null = null,
): Promise<RsvpState> {
  const { db, ledgerSettings, date } = locked
  const needsHold = rsvp.status === 'going' && rsvp.payment === 'credit'
  const held = needsHold
    ? await updateRsvp(db, rsvp.id, await holdPrice(db, ledgerSettings, { date, rsvp }))
    : rsvp
  await locked.enqueueMails([await mailAbout(locked, held, { queue, occasion: held.version })])
  return stateWith(locked.date, held, queue)
}

/** The mail that shows the state of a reservation. */
function mailAbout(
  { mailer, date }: LockedDate,
  rsvp: Rsvp,
  { queue, occasion }: { queue: QueuePosition | null; occasion: string | number },
) {
  const facts = { date, rsvp, occasion }
  if (!rsvp.confirmedAt) {
    return mailer(rsvp.status === 'held' ? 'confirm' : 'confirm_late', facts)
  }
  return queue
    ? mailer('waitlisted', { ...facts, position: queue.position })
    : mailer('going', facts)
}

/** A new request, unless the given request has a transaction that has to be joined. */
const separateRequestOf = async (req: PayloadRequest) =>
  req.transactionID ? req : createLocalReq({}, req.payload)
