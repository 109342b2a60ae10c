import { createLocalReq, type Payload, type PayloadRequest } from 'payload'
import type { Database } from '../database/query.ts'
import { inTransaction } from '../database/transaction.ts'
import { findLedgerSettings, type LedgerSettings } from '../ledger/service.ts'
import { queueMails } from '../mail/service.ts'
import { announceAvailabilityTags } from './announce.ts'
import { eventError } from './errors.ts'
import { type EventMailer, findEventMailer } from './mails/render.ts'
import { lockDate } from './queries/dates.ts'
import { changeTakenPlaces } from './queries/places.ts'
import { findDateOfRsvp, lockRsvp, type Rsvp } from './queries/rsvps.ts'
import type { EventDate } from './rules.ts'

/**
 * Locks are taken in the order member, date, reservation, accounts of the ledger. Everything that takes or frees places
 * locks the date first, so changes of the same date are made one after the other.
 */

/** What code needs to change a locked date and its reservations. */
export type LockedDate = {
  req: PayloadRequest
  db: Database
  ledgerSettings: LedgerSettings
  mailer: EventMailer
  /** The locked date; `taken` is kept up to date by `take`. */
  date: EventDate
  /** Takes places; a negative `count` gives places back. @returns false if there are not enough places */
  take: (count: number) => Promise<boolean>
  /** Queues mails. Nulls, and mails whose key was queued before, are skipped. */
  enqueueMails: (mails: readonly (Awaited<ReturnType<EventMailer>> | null)[]) => Promise<void>
}

/** Reads what a change needs. Call it before the transaction, because reading may need a second connection. */
export async function prepareChange(req: PayloadRequest) {
  const [ledgerSettings, mailer] = await Promise.all([
    findLedgerSettings(req.payload),
    findEventMailer(req.payload),
  ])
  return { ledgerSettings, mailer }
}

/** Adds to a date, which the caller has locked, what code needs to change it. */
export function lockedDateOf(
  req: PayloadRequest,
  db: Database,
  date: EventDate,
  prepared: Awaited<ReturnType<typeof prepareChange>>,
): LockedDate {
  const locked: LockedDate = {
    ...{ req, db, date, ...prepared },
    take: async (count) => {
      if (!count) return true
      const taken = await changeTakenPlaces(db, date.id, count)
      if (taken === null) return false
      locked.date = { ...locked.date, taken }
      return true
    },
    enqueueMails: async (mails) => {
      const some = mails.filter((mail) => mail !== null)
      if (some.length) await queueMails(req.payload, db, some)
    },
  }
  return locked
}

/**
 * Locks a date and calls `work` to change it, in one transaction. At the end, the cached pages are dropped if the
 * availability has changed.
 * @throws HttpError `not_found`
 */
export async function withLockedDate<T>(
  req: PayloadRequest,
  id: number,
  work: (locked: LockedDate) => Promise<T>,
): Promise<T> {
  const prepared = await prepareChange(req)
  return inTransaction(req, async (db) => {
    const date = await lockDate(db, id)
    if (!date) throw eventError('not_found')
    const locked = lockedDateOf(req, db, date, prepared)
    const result = await work(locked)
    await announceAvailabilityTags(req, date, locked.date.taken)
    return result
  })
}

/**
 * Locks a reservation and its date, and calls `work`, like `withLockedDate`.
 * @param rsvp the id of the reservation
 * @throws HttpError `not_found`
 */
export async function withLockedRsvp<T>(
  req: PayloadRequest,
  rsvp: number,
  work: (locked: LockedDate, rsvp: Rsvp) => Promise<T>,
): Promise<T> {
  const prepared = await prepareChange(req)
  return inTransaction(req, async (db) => {
    const id = await findDateOfRsvp(db, rsvp)
    const date = id === null ? null : await lockDate(db, id)
    const lockedRsvp = date && (await lockRsvp(db, rsvp))
    // The reservation may have been deleted before the lock.
    if (!date || lockedRsvp?.date !== date.id) throw eventError('not_found')
    const locked = lockedDateOf(req, db, date, prepared)
    const result = await work(locked, lockedRsvp)
    await announceAvailabilityTags(req, date, locked.date.taken)
    return result
  })
}

/**
 * Calls `work` for each date of a job, each time with a new request. If `work` fails for a date, the other dates are
 * processed nevertheless.
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
