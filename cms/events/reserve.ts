import { createLocalReq, type PayloadRequest } from 'payload'
import { type Database, transactionOf } from '../database/query.ts'
import { inTransaction } from '../database/transaction.ts'
import { networkKeys } from '../limits/clients.ts'
import { memberError } from '../members/errors.ts'
import { lockMembers } from '../members/service.ts'
import { announcePlaces } from './announce.ts'
import type { By, Guest, QueuePosition, RsvpState } from './contract.ts'
import { eventError } from './errors.ts'
import { type Change, changeOf, changeRsvp, prepare } from './locked.ts'
import { holdPrice } from './money.ts'
import { findDate, lockDate } from './queries/dates.ts'
import { insertPlaced, insertWaiting, type NewRsvp, nextQueue } from './queries/places.ts'
import {
  countHeldBy,
  findKnown,
  findRsvp,
  lockRsvp,
  type Rsvp,
  updateRsvp,
} from './queries/rsvps.ts'
import { countMail } from './rate-limits.ts'
import {
  type EventDate,
  heldMinutes,
  heldShares,
  limits,
  placesLeft,
  priceOf,
  takesPlaces,
  unconfirmedHours,
} from './rules.ts'
import { positionOf, stateOf, stateWith } from './state.ts'
import { makeGoing, offerFreePlaces, offerPlaces } from './waitlist.ts'

type Request = {
  date: number
  party: number
  key: string
  guest: Guest
  by?: By
  note?: string | null
  /** The date's slug. Guests have to know that of a secret date. */
  slug?: string
}

/**
 * Reserves places for a guest. If there are not enough, the guest goes on the waitlist. Places of an address that is not
 * confirmed are held for `heldMinutes`; a mail asks to confirm it. A member’s address is confirmed, and so is what
 * organisers and staff enter. A repeated key, and a second request of the same person, get the state of the first.
 * @throws HttpError `not_found`, `date_cancelled`, `postponed`, `started`, `ended`, `members_only`, `party_size`,
 *   `key_reused`, `signed_out`, `too_often`
 */
export async function reserve(
  req: PayloadRequest,
  { date: id, party, key, guest, by = 'guest', note = null, slug }: Request,
): Promise<RsvpState> {
  const member = 'member' in guest ? guest.member : null
  const name = 'member' in guest ? guest.member.name : guest.name
  const email = 'member' in guest ? guest.member.email : guest.email
  const isGuest = by === 'guest'
  const isConfirmed = member !== null || !isGuest
  const outside = await transactionOf(req)
  const date = await findDate(outside, id)
  const isHidden = isGuest && date?.visibility === 'secret' && date.slug !== slug
  if (!date || date.status === 'draft' || isHidden) throw eventError('not_found')
  const network = isConfirmed ? null : networkOf(req)
  const ownKey = member ? `member:${member.id}:${key}` : `${network?.own ?? ''}${by}:${key}`
  const person = { date: id, key: ownKey, member: member?.id ?? null, email }
  const known = await findKnown(outside, person)
  const context = { isGuest, isConfirmed, isMember: member !== null, party, date }
  // A refusal must not depend on whether the address has a reservation: a stranger would learn it.
  if (!isConfirmed) requireOpen(date, context)
  const repeated = await findRepeated(outside, known, email)
  if (repeated && isFinal(repeated, context)) return repeatedState(req, repeated, context)
  requireOpen(date, context)
  if (known.has_due) await offerPlaces(await outsideOf(req), id)
  const prepared = await prepare(req)
  const isHolding = isConfirmed || !network || (await mayHold(outside, date, party, network))
  const rsvp: NewRsvp = {
    ...{ ...person, name, party, note, isConfirmed, ...priceOf(date, context) },
    keptMinutes: isHolding ? heldMinutes : unconfirmedHours * 60,
  }
  const takePlaces = (db: Database, seen: EventDate) =>
    isHolding && party <= placesLeft(seen)
      ? insertPlaced(db, rsvp, { untilEnd: !isGuest })
      : { taken: null, rsvp: null }
  const result = await inTransaction(req, async (db) => {
    if (member && !(await lockMembers(db, [member.id]))) throw memberError('signed_out')
    const first = await takePlaces(db, date)
    if (first.taken !== null && first.rsvp) {
      const change = changeOf(req, db, { ...date, taken: first.taken }, prepared)
      const state = await welcome(change, first.rsvp)
      await announcePlaces(req, { ...date, taken: first.taken - party }, first.taken)
      return state
    }
    const locked = await lockDate(db, id)
    if (!locked) throw eventError('not_found')
    const change = changeOf(req, db, locked, prepared)
    // Somebody with the same key or address was faster.
    if (first.taken !== null) await change.take(-party)
    const before = change.date
    let isReplacing = false
    for (;;) {
      requireOpen(change.date, context)
      const { taken, rsvp: placed } = await takePlaces(db, change.date)
      if (taken !== null) change.date = { ...change.date, taken }
      const kept = { ...rsvp, keptMinutes: unconfirmedHours * 60 }
      const inserted = taken === null ? await insertWaiting(db, kept) : placed
      if (inserted) {
        const state = await welcome(change, inserted)
        // The replaced reservation may have had more places.
        if (isReplacing) await offerFreePlaces(change)
        await announcePlaces(req, before, change.date.taken)
        return state
      }
      if (taken !== null) await change.take(-party)
      const other = await findRepeated(db, await findKnown(db, person), email)
      if (!other) throw new Error('A reservation was refused for no reason.')
      if (isFinal(other, context)) return other
      await dropUnconfirmed(change, other)
      isReplacing = true
    }
  })
  return 'token' in result ? result : repeatedState(req, result, context)
}

type Context = {
  isGuest: boolean
  isConfirmed: boolean
  isMember: boolean
  party: number
  date: EventDate
}

/** @throws HttpError if nobody, or not this guest, can reserve at a date */
function requireOpen(date: EventDate, { isGuest, isMember, party }: Context): void {
  const now = new Date()
  if (date.status === 'draft') throw eventError('not_found')
  if (date.status === 'cancelled') throw eventError('date_cancelled')
  if (date.status === 'postponed') throw eventError('postponed')
  if (date.status === 'ended' || date.endsAt <= now) throw eventError('ended')
  if (isGuest && date.startsAt <= now) throw eventError('started')
  if (isGuest && date.visibility === 'members' && !isMember) throw eventError('members_only')
  const most = isGuest ? date.maxParty : limits.party
  if (!Number.isInteger(party) || party < 1 || party > most) {
    throw eventError('party_size', { field: 'party', facts: { most } })
  }
}

/** The reservation that a request repeats. @throws HttpError `key_reused` if it is another person’s */
async function findRepeated(
  db: Database,
  known: { by_key: number | null; by_person: number | null },
  email: string | null,
): Promise<Rsvp | null> {
  const id = known.by_key ?? known.by_person
  const found = id === null ? null : await findRsvp(db, id)
  if (found && known.by_key !== null && found.email !== null && found.email !== email) {
    throw eventError('key_reused')
  }
  return found
}

/**
 * Whether a reservation stays as it is if its person reserves again. An unconfirmed one may be a stranger’s, so that of a
 * member, or of an organiser’s guest, replaces it.
 */
const isFinal = (rsvp: Rsvp, { isConfirmed }: Pick<Context, 'isConfirmed'>) =>
  !isConfirmed || rsvp.confirmedAt !== null || rsvp.status === 'cancelled'

async function dropUnconfirmed(change: Change, rsvp: Rsvp): Promise<void> {
  const { db } = change
  const locked = await lockRsvp(db, rsvp.id)
  if (!locked || locked.status === 'cancelled') return
  await updateRsvp(db, rsvp.id, {
    ...cancelledBy('expiry'),
    ...{ key: `replaced:${rsvp.id}`, held_until: null, offered_until: null },
  })
  if (takesPlaces(locked.status)) await change.take(-locked.party)
}

/** The values of a cancelled reservation. */
export const cancelledBy = (by: By) =>
  ({ status: 'cancelled', cancelled_by: by, cancelled_at: new Date().toISOString() }) as const

/** A stranger who reserves again gets the mail again, because the reply shows nothing. */
async function repeatedState(
  req: PayloadRequest,
  rsvp: Rsvp,
  { isConfirmed, date }: Context,
): Promise<RsvpState> {
  const prepared = await prepare(req)
  return inTransaction(req, async (db) => {
    const queue = await positionOf(db, rsvp)
    if (!isConfirmed && rsvp.email && rsvp.status !== 'cancelled') {
      // The form may be sent twice at once, and is mailed once.
      const about = `again ${rsvp.version} ${Math.floor(Date.now() / 60_000)}`
      const change = changeOf(req, db, date, prepared)
      if (rsvp.createdAt.getTime() < Date.now() - 60_000) {
        await countMail(db, rsvp.email)
        await change.send([await mailAbout(change, rsvp, { queue, about })])
      }
    }
    return stateWith(date, rsvp, queue)
  })
}

/** Holds the price of a new reservation that is going, and mails its state. */
async function welcome(change: Change, rsvp: Rsvp): Promise<RsvpState> {
  const { db, books, date } = change
  if (!rsvp.confirmedAt && rsvp.email) await countMail(db, rsvp.email)
  const needsHold = rsvp.status === 'going' && rsvp.payment === 'credit'
  const held = needsHold
    ? await updateRsvp(db, rsvp.id, await holdPrice(db, books, { date, rsvp }))
    : rsvp
  const queue = await positionOf(db, held)
  await change.send([await mailAbout(change, held, { queue, about: held.version })])
  return stateWith(change.date, held, queue)
}

/** The mail that shows the state of a reservation. */
function mailAbout(
  { mailer, date }: Change,
  rsvp: Rsvp,
  { queue, about }: { queue: QueuePosition | null; about: string | number },
) {
  const facts = { date, rsvp, about }
  if (!rsvp.confirmedAt) {
    return mailer(rsvp.status === 'held' ? 'confirm' : 'confirm_late', facts)
  }
  return queue
    ? mailer('waitlisted', { ...facts, position: queue.position })
    : mailer('going', facts)
}

/** A request of its own, unless a transaction has to be joined. */
const outsideOf = async (req: PayloadRequest) =>
  req.transactionID ? req : createLocalReq({}, req.payload)

/** The prefixes of keys of a client and its widest network; they reveal neither. Null for the program itself. */
function networkOf(req: PayloadRequest): { own: string; wide: string } | null {
  const keys = req.headers ? networkKeys(req, 'event places') : []
  const [own, wide] = [keys.at(0), keys.at(-1)].map((each) => each?.key.slice(-32, -16) ?? '')
  return own && wide ? { own: `${wide}.${own}.`, wide: `${wide}.` } : null
}

/** Whether a client’s unconfirmed reservations may hold further places of a date. */
async function mayHold(
  db: Database,
  { id, capacity }: EventDate,
  party: number,
  { own, wide }: { own: string; wide: string },
): Promise<boolean> {
  if (capacity === null) return true
  const held = await countHeldBy(db, { date: id, client: own, network: wide })
  const fits = (count: number, { places, share }: { places: number; share: number }) =>
    count + party <= Math.min(places, Math.max(party, Math.floor(capacity * share)))
  return fits(held.client, heldShares.client) && fits(held.network, heldShares.network)
}

/**
 * Confirms the address of a reservation: its places are its own from now on. One that waited gets free places, or goes on
 * waiting. If the places were given back because the address was confirmed too late, they are taken again if there are
 * enough. A repeated confirmation gets the same reply.
 * @throws HttpError `not_found`, `cancelled`, `date_cancelled`, `postponed`, `started`, `ended`
 */
export const confirmRsvp = (req: PayloadRequest, rsvp: number): Promise<RsvpState> =>
  changeRsvp(req, rsvp, async (change, found) => {
    const { db, date, mailer } = change
    if (found.confirmedAt) return stateOf(db, date, found)
    const isExpired = found.status === 'cancelled' && found.cancelledBy === 'expiry'
    if (found.status === 'cancelled' && !isExpired) {
      throw eventError(found.cancelledBy === 'event' ? 'date_cancelled' : 'cancelled')
    }
    const context = { isGuest: true, isMember: found.member !== null, party: 1 }
    requireOpen(date, { ...context, isConfirmed: true, date })
    // What identified the client is no longer needed.
    const key = `confirmed:${found.id}`
    if (isExpired) {
      const known = await findKnown(db, { ...found, key, date: date.id })
      if (known.by_person !== null) {
        const other = await findRsvp(db, known.by_person)
        if (other) return stateOf(db, date, other)
      }
    }
    const revived = { key, cancelled_by: null, cancelled_at: null, held_until: null }
    if (found.status === 'held' || (await change.take(found.party))) {
      const open = await updateRsvp(db, found.id, {
        ...{ ...revived, status: 'going' },
        confirms: true,
      })
      return stateOf(db, change.date, await makeGoing(change, open))
    }
    const queue = found.queue ?? (await nextQueue(db, date.id))
    const waiting = await updateRsvp(db, found.id, {
      ...{ ...revived, status: 'waitlisted', queue },
      confirms: true,
    })
    await offerFreePlaces(change)
    const position = (await positionOf(db, waiting))?.position
    const about = waiting.version
    await change.send([await mailer('waitlisted', { date, rsvp: waiting, position, about })])
    return stateOf(db, change.date, waiting)
  })
