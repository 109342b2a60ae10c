import type { PayloadRequest } from 'payload'
import { announce } from '../database/announce.ts'
import type { Database } from '../database/query.ts'
import { inTransaction } from '../database/transaction.ts'
import { HttpError } from '../http/errors.ts'
import type { Event } from '../payload-types.ts'
import { findVenue } from '../venue/service.ts'
import { type DateChange, type Plan, planDates, storedValues } from './plan.ts'
import {
  deleteDates,
  findDatesOf,
  findSlugsLike,
  insertDates,
  lockDatesOf,
  setOwnStatus,
  updateDates,
} from './queries/records.ts'
import { recordError } from './record-errors.ts'
import { localTimesAt, type Occurrence, occurrencesOf, timesOf } from './recurrence.ts'
import type { OwnValues } from './rules.ts'
import { cancelDate, notifyChanged } from './service.ts'
import type { EventRecord } from './stored-date.ts'
import { eventDateTag, eventsTag } from './tags.ts'
import { offerPlaces } from './waitlist.ts'

const idOf = (related: number | { id: number } | null | undefined): number | null =>
  typeof related === 'object' ? (related?.id ?? null) : (related ?? null)

const readStartTimes = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []

/** A record as Payload reads or writes it, with every field that its dates need. */
export type StoredRecord = Omit<Event, 'createdAt' | 'updatedAt' | 'deletedAt'>

export const recordOf = (doc: StoredRecord): EventRecord => ({
  id: doc.id,
  slug: doc.slug,
  status: doc.status,
  visibility: doc.visibility,
  title: doc.title,
  summary: doc.summary,
  areas: doc.areas ?? [],
  interests: doc.interests ?? [],
  picture: idOf(doc.picture),
  start: doc.start,
  end: doc.end,
  doors: doc.doors || null,
  laterHour: Boolean(doc.later_hour),
  rule: doc.rule || null,
  leftOut: readStartTimes(doc.left_out),
  capacity: doc.capacity ?? null,
  maxParty: doc.max_party,
  payment: doc.payment,
  priceCents: doc.price_cents ?? 0,
  memberPriceCents: doc.member_price_cents ?? doc.price_cents ?? 0,
  commonGoodPercent: doc.common_good_percent ?? 1,
})

/** The venue's time zone. The demo venue names its own, because it is not saved yet. */
export const timeZoneOf = async (req: PayloadRequest): Promise<string> =>
  typeof req.context.timeZone === 'string'
    ? req.context.timeZone
    : (await findVenue(req.payload)).timeZone

/** An occurrence with the times that were changed for its date alone. */
export const withOwnTimes =
  (record: EventRecord, timeZone: string) =>
  (occurrence: Occurrence, own: OwnValues): Occurrence => {
    if (own.start === undefined && own.end === undefined && own.doors === undefined) {
      return occurrence
    }
    const usual = localTimesAt(record, occurrence.original)
    const moved = own.start === undefined ? usual : localTimesAt(record, own.start)
    const times = {
      ...moved,
      end: own.end ?? moved.end,
      doors: own.doors === undefined ? moved.doors : own.doors,
    }
    return { original: occurrence.original, ...timesOf(times, timeZone) }
  }

/** The number of guests at dates whose time or place changes. */
export const guestsOfMoved = ({ changed }: Pick<Plan, 'changed'>): number =>
  changed.reduce((sum, { date, notice }) => sum + (notice === 'moved' ? date.guests : 0), 0)

type Options = {
  /** Whether guests are told about another time or place; null if staff have not decided. */
  tell: boolean | null
  /** What guests read about a cancellation. */
  reason?: string | undefined
  isTrashed?: boolean
  /** Whether the record was saved too. It has texts that are not in the dates, so all dates are announced. */
  isRecordSaved?: boolean
}

export type SyncResult = { added: number; changed: number; cancelled: number; told: number }

/**
 * Brings the stored dates of a record up to date, in the request's transaction: adds, changes, cancels and
 * deletes dates, and tells guests. Dates with reservations are cancelled, never deleted.
 * @throws HttpError `too_small` if more places are taken than the new capacity, `ask_guests` if dates with
 *   guests get another time or place and `tell` is null
 */
export const syncRecord = (
  req: PayloadRequest,
  doc: StoredRecord,
  { tell, reason, isTrashed = false, isRecordSaved = false }: Options,
): Promise<SyncResult> =>
  inTransaction(req, async (db) => {
    const record = recordOf(doc)
    const plan = await planOf(req, db, record, isTrashed)
    const [problem] = plan.problems
    if (problem)
      throw new HttpError('conflict', problem, { reason: 'too_small', field: 'capacity' })
    const guests = guestsOfMoved(plan)
    if (guests && tell === null) throw askGuestsError(guests)
    return carryOut(req, db, { record, plan, tell: tell ?? false, reason, isRecordSaved })
  })

export const askGuestsError = (guests: number) =>
  recordError('ask_guests', { field: 'tell', replyFields: { guests } })

async function planOf(
  req: PayloadRequest,
  db: Database,
  record: EventRecord,
  isTrashed: boolean,
): Promise<Plan> {
  const stored = await lockDatesOf(db, record.id)
  return plan(req, db, { record, stored, isTrashed, now: new Date() })
}

async function plan(
  req: PayloadRequest,
  db: Database,
  input: Pick<Parameters<typeof planDates>[0], 'record' | 'stored' | 'now'> & {
    isTrashed?: boolean
  },
) {
  const { record, isTrashed, now } = input
  const timeZone = await timeZoneOf(req)
  return planDates({
    ...input,
    occurrences: isTrashed ? [] : occurrencesOf(record, timeZone, now),
    withOwnTimes: withOwnTimes(record, timeZone),
    takenSlugs: await findSlugsLike(db, record.slug, record.id),
  })
}

/** What saving a record would do to its dates. Changes nothing. */
export const previewPlan = async (
  req: PayloadRequest,
  db: Database,
  record: EventRecord,
  now: Date,
): Promise<Plan> => plan(req, db, { record, stored: await findDatesOf(db, record.id), now })

type Work = {
  record: EventRecord
  plan: Plan
  tell: boolean
  reason?: string | undefined
  isRecordSaved?: boolean
}

/** Writes what was planned. */
export async function carryOut(
  req: PayloadRequest,
  db: Database,
  { record, plan: { added, changed, cancelled, removed }, tell, reason, isRecordSaved }: Work,
): Promise<SyncResult> {
  const ids = removed.map(({ id }) => id)
  await deleteDates(db, ids)
  const different = changed.filter(isDifferent)
  await updateDates(db, different)
  const addedIds = await insertDates(db, record.id, added)
  let told = 0
  for (const date of cancelled) {
    told += (await cancelDate(req, { date: date.id, by: 'staff', ...(reason && { reason }) })).told
  }
  if (record.status !== 'cancelled') {
    await setOwnStatus(
      db,
      cancelled.map(({ id }) => id),
      'cancelled',
    )
  }
  for (const { date, notice } of changed) {
    if (!notice || !date.guests) continue
    const isNotified = tell || notice !== 'moved'
    told += (await notifyChanged(req, { date: date.id, before: date, isNotified })).told
  }
  // Those who wait get places before somebody else reserves them.
  for (const change of changed) if (mayFreePlaces(change)) await offerPlaces(req, change.date.id)
  const announced = (isRecordSaved ? changed : different).map(({ date }) => date.id)
  await announceDates(req, [...ids, ...addedIds, ...announced])
  return {
    added: added.length,
    changed: changed.filter(({ isShown }) => isShown).length,
    cancelled: cancelled.length,
    told,
  }
}

/** Whether people who wait may get places: there are more, or the date has a time again. */
function mayFreePlaces({ date, values }: DateChange): boolean {
  if (!date.guests || values.status !== 'published') return false
  const [before, after] = [date.capacity, values.capacity]
  return date.status === 'postponed' || (before !== null && (after === null || after > before))
}

function isDifferent({ date, slug, values }: DateChange): boolean {
  const stored = storedValues(date)
  const names = Object.keys(values) as (keyof typeof values)[]
  return (
    slug !== date.slug ||
    names.some((name) => JSON.stringify(values[name]) !== JSON.stringify(stored[name]))
  )
}

// A notification of PostgreSQL has at most 8,000 bytes.
const tagsPerNotification = 200

/** Announces changed dates: the lists that show them, and the page of each. */
export async function announceDates(req: PayloadRequest, ids: readonly number[]): Promise<void> {
  for (let from = 0; from < ids.length; from += tagsPerNotification) {
    await announce(req, [
      eventsTag,
      ...ids.slice(from, from + tagsPerNotification).map(eventDateTag),
    ])
  }
}
