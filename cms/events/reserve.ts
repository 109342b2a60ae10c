import { createLocalReq, type PayloadRequest } from 'payload'
import { hmac } from '../crypto/hmac.ts'
import { type Database, transactionOf } from '../database/query.ts'
import { inTransaction } from '../database/transaction.ts'
import { networkKeys } from '../limits/clients.ts'
import { requireAttempt } from '../limits/service.ts'
import { mailboxOf } from '../mail/address.ts'
import { memberError } from '../members/errors.ts'
import { lockMembers } from '../members/service.ts'
import { announcePlaces } from './announce.ts'
import type { By, Guest, RsvpState } from './contract.ts'
import { eventError } from './errors.ts'
import { type Change, changeOf, changeRsvp, prepare } from './locked.ts'
import type { EventMail } from './mails/texts.ts'
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
import { positionOf, stateOf } from './state.ts'
import { makeGoing, offerFreePlaces, offerPlaces } from './waitlist.ts'

const hourMs = 60 * 60_000
/** Limits of the mails to one address that strangers can cause. */
const perAddress = [
  { max: 5, windowMs: hourMs },
  { max: 12, windowMs: 24 * hourMs },
]

type Request = {
  date: number
  party: number
  key: string
  guest: Guest
  by?: By
  note?: string | null
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
  { date: id, party, key, guest, by = 'guest', note = null }: Request,
): Promise<RsvpState> {
  const member = 'member' in guest ? guest.member : null
  const name = 'member' in guest ? guest.member.name : guest.name
  const email = 'member' in guest ? guest.member.email : guest.email
  const isGuest = by === 'guest'
  const isConfirmed = member !== null || !isGuest
  const outside = await transactionOf(req)
  const date = await findDate(outside, id)
  if (!date || date.status === 'draft') throw eventError('not_found')
  const network = isConfirmed ? null : networkOf(req)
  const ownKey = member ? `member:${member.id}:${key}` : `${network?.own ?? ''}${by}:${key}`
  const person = { date: id, key: ownKey, member: member?.id ?? null, email }
  const known = await findKnown(outside, person)
  const context = { isGuest, isConfirmed, isMember: member !== null, party, date }
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
  const result = await inTransaction(req, async (db) => {
    if (member && !(await lockMembers(db, [member.id]))) throw memberError('signed_out')
    if (!isConfirmed && email) await countMail(db, email)
    const placed = isHolding
      ? await insertPlaced(db, rsvp, { untilEnd: !isGuest })
      : { taken: null, rsvp: null }
    if (placed.taken !== null && placed.rsvp) {
      const change = changeOf(req, db, { ...date, taken: placed.taken }, prepared)
      const state = await welcome(change, placed.rsvp)
      await announcePlaces(req, { ...date, taken: placed.taken - party }, placed.taken)
      return state
    }
    const locked = await lockDate(db, id)
    if (!locked) throw eventError('not_found')
    const change = changeOf(req, db, locked, prepared)
    // Somebody with the same key or address was faster.
    if (placed.taken !== null) await change.take(-party)
    const other = await findRepeated(db, await findKnown(db, person), email)
    if (other) {
      if (isFinal(other, context)) return other
      await dropUnconfirmed(change, other)
    }
    requireOpen(change.date, context)
    const again =
      isHolding && party <= placesLeft(change.date)
        ? await insertPlaced(db, rsvp, { untilEnd: !isGuest })
        : { taken: null, rsvp: null }
    if (again.taken !== null) change.date = { ...change.date, taken: again.taken }
    const kept = { ...rsvp, keptMinutes: unconfirmedHours * 60 }
    const inserted = again.rsvp ?? (await insertWaiting(db, kept))
    if (!inserted) throw new Error('A reservation was inserted beside a lock.')
    const state = await welcome(change, inserted)
    await announcePlaces(req, locked, change.date.taken)
    return state
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
    if (!isConfirmed && rsvp.email && rsvp.status !== 'cancelled') {
      // The form may be sent twice at once, and is mailed once.
      const about = `again ${rsvp.version} ${Math.floor(Date.now() / 60_000)}`
      const change = changeOf(req, db, date, prepared)
      const isCounted = rsvp.createdAt.getTime() > Date.now() - 60_000
      if (!isCounted) {
        await countMail(db, rsvp.email)
        await change.send([await mailAbout(change, rsvp, about)])
      }
    }
    return stateOf(db, date, rsvp)
  })
}

/** Holds the price of a new reservation that is going, and mails its state. */
async function welcome(change: Change, rsvp: Rsvp): Promise<RsvpState> {
  const { db, books, date } = change
  const needsHold = rsvp.status === 'going' && rsvp.payment === 'credit'
  const held = needsHold
    ? await updateRsvp(db, rsvp.id, await holdPrice(db, books, { date, rsvp }))
    : rsvp
  await change.send([await mailAbout(change, held, held.version)])
  return stateOf(db, change.date, held)
}

/** The mail that shows the state of a reservation. */
async function mailAbout({ db, mailer, date }: Change, rsvp: Rsvp, about: string | number) {
  const facts = { date, rsvp, about }
  if (!rsvp.confirmedAt) {
    return mailer(rsvp.status === 'held' ? 'confirm' : 'confirm_late', facts)
  }
  if (rsvp.status !== 'waitlisted') return mailer('going', facts)
  const position = (await positionOf(db, rsvp))?.position
  return mailer('waitlisted' satisfies EventMail, { ...facts, position })
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

/** @throws HttpError `too_often` with Retry-After. The count is rolled back with the transaction. */
async function countMail(db: Database, email: string): Promise<void> {
  const address = hmac('event rate limit', mailboxOf(email))
  for (const limit of perAddress) {
    const key = `events to ${address} in ${limit.windowMs}`
    await requireAttempt(db, key, limit, eventError('too_often'))
  }
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
