import { createLocalReq, type Payload, type PayloadRequest } from 'payload'
import type { Database } from '../database/query.ts'
import { inTransaction } from '../database/transaction.ts'
import { type Books, booksOf } from '../ledger/service.ts'
import { queueMails } from '../mail/service.ts'
import { announcePlaces } from './announce.ts'
import { eventError } from './errors.ts'
import { type EventMailer, findEventMailer } from './mails/render.ts'
import { lockDate } from './queries/dates.ts'
import { movePlaces } from './queries/places.ts'
import { findDateOfRsvp, lockRsvp, type Rsvp } from './queries/rsvps.ts'
import type { EventDate } from './rules.ts'

/**
 * Locks are taken in the order member, date, reservation, accounts of the ledger. Everything that takes or frees places
 * locks the date first, so the changes of one date wait for each other.
 */

/** What a change of a date needs, and what it has to announce at its end. */
export type Change = {
  req: PayloadRequest
  db: Database
  books: Books
  mailer: EventMailer
  /** The locked date; `taken` is kept up to date by `take`. */
  date: EventDate
  /** Takes places, or gives them back (below zero). @returns false if there are not enough */
  take: (count: number) => Promise<boolean>
  /** Queues mails; null and those whose key exists are skipped. */
  send: (mails: readonly (Awaited<ReturnType<EventMailer>> | null)[]) => Promise<void>
}

/** What a change needs that is read before its transaction, because reading it may need a second connection. */
export async function prepare(req: PayloadRequest) {
  const [books, mailer] = await Promise.all([booksOf(req.payload), findEventMailer(req.payload)])
  return { books, mailer }
}

/** The change of a date that is locked already. */
export function changeOf(
  req: PayloadRequest,
  db: Database,
  date: EventDate,
  prepared: Awaited<ReturnType<typeof prepare>>,
): Change {
  const change: Change = {
    ...{ req, db, date, ...prepared },
    take: async (count) => {
      if (!count) return true
      const taken = await movePlaces(db, date.id, count)
      if (taken === null) return false
      change.date = { ...change.date, taken }
      return true
    },
    send: async (mails) => {
      const some = mails.filter((mail) => mail !== null)
      if (some.length) await queueMails(req.payload, db, some)
    },
  }
  return change
}

/**
 * Changes a date in a transaction. What its page shows about places is announced at the end.
 * @throws HttpError `not_found`
 */
export async function changeDate<T>(
  req: PayloadRequest,
  id: number,
  work: (change: Change) => Promise<T>,
): Promise<T> {
  const prepared = await prepare(req)
  return inTransaction(req, async (db) => {
    const date = await lockDate(db, id)
    if (!date) throw eventError('not_found')
    const change = changeOf(req, db, date, prepared)
    const result = await work(change)
    await announcePlaces(req, date, change.date.taken)
    return result
  })
}

/**
 * Changes a reservation, like `changeDate`.
 * @param rsvp its id
 * @throws HttpError `not_found`
 */
export async function changeRsvp<T>(
  req: PayloadRequest,
  rsvp: number,
  work: (change: Change, rsvp: Rsvp) => Promise<T>,
): Promise<T> {
  const prepared = await prepare(req)
  return inTransaction(req, async (db) => {
    const id = await findDateOfRsvp(db, rsvp)
    const date = id === null ? null : await lockDate(db, id)
    const locked = date && (await lockRsvp(db, rsvp))
    // It may have been deleted before the lock.
    if (!date || locked?.date !== date.id) throw eventError('not_found')
    const change = changeOf(req, db, date, prepared)
    const result = await work(change, locked)
    await announcePlaces(req, date, change.date.taken)
    return result
  })
}

/**
 * Does the work of a job for each of some dates, each with a request of its own. If it fails for some dates, the others
 * are done nevertheless.
 * @throws the last error
 */
export async function forEachDate(
  payload: Payload,
  ids: readonly number[],
  work: (req: PayloadRequest, id: number) => Promise<unknown>,
): Promise<void> {
  const errors: unknown[] = []
  for (const id of ids) {
    await work(await createLocalReq({}, payload), id).catch((error) => errors.push(error))
  }
  if (errors.length) throw errors.at(-1)
}
