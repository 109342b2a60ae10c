import type { PayloadRequest } from 'payload'
import { announce } from '../../../platform/database/announce.ts'
import type { Database } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Event } from '../../../platform/payload/payload-types.ts'
import { findVenue } from '../../venue/service.ts'
import { lockSpaces, spaceHolds } from '../../venue/spaces.ts'
import { formatVenueTime } from '../../venue/time/venue-time.ts'
import { eventError } from '../errors.ts'
import {
  deleteDates,
  findDatesOf,
  findSlugsLike,
  insertDates,
  lockDatesOf,
  updateDates,
} from '../queries/records.ts'
import { refreshNextStarts } from '../queries/staff-dates.ts'
import type { OwnValues } from '../rules.ts'
import { cancelDate, notifyChanged, offerPlaces } from '../service.ts'
import { eventDateTag, eventsTag } from '../tags.ts'
import { type DateChange, type Plan, planDates, storedValues } from './plan.ts'
import { localTimesAt, type Occurrence, occurrencesOf, timesOf } from './recurrence.ts'
import type { EventRecord } from './stored-date.ts'

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
  body: doc.body ?? '',
  areas: doc.areas ?? [],
  interests: doc.interests ?? [],
  picture: idOf(doc.picture),
  start: doc.start,
  end: doc.end,
  doors: doc.doors || null,
  isSecondOfRepeatedHour: Boolean(doc.later_hour),
  rule: doc.rule || null,
  excludedStarts: readStartTimes(doc.left_out),
  capacity: doc.capacity ?? null,
  maxParty: doc.max_party,
  payment: doc.payment,
  priceCents: doc.price_cents ?? 0,
  memberPriceCents: doc.member_price_cents ?? doc.price_cents ?? 0,
  commonGoodPercent: doc.common_good_percent ?? 1,
  refundUntilHours: doc.refund_until_hours ?? null,
})

/** The venue's time zone. While the demo venue is created, its record can't be read, so `req.context` has the zone. */
export const timeZoneOf = async (req: PayloadRequest): Promise<string> =>
  typeof req.context.timeZone === 'string'
    ? req.context.timeZone
    : (await findVenue(req.payload)).timeZone

/** Returns a function that replaces the times of an occurrence by the times that staff set for this one date. */
export const withOwnTimes =
  (record: EventRecord, timeZone: string) =>
  (occurrence: Occurrence, own: OwnValues): Occurrence => {
    if (own.start === undefined && own.end === undefined && own.doors === undefined) {
      return occurrence
    }
    const usual = localTimesAt(record, occurrence.original)
    const timesFromStart = own.start === undefined ? usual : localTimesAt(record, own.start)
    const times = {
      ...timesFromStart,
      end: own.end ?? timesFromStart.end,
      doors: own.doors === undefined ? timesFromStart.doors : own.doors,
    }
    return { original: occurrence.original, ...timesOf(times, timeZone) }
  }

/**
 * Who is concerned by another time or place: `guests` are people, `mails` are the reservations with a confirmed address,
 * each of which gets one mail.
 */
export const countMoved = ({ kept }: Pick<Plan, 'kept'>): { guests: number; mails: number } => {
  const moved = kept.filter(({ notice }) => notice === 'moved')
  return {
    guests: moved.reduce((sum, { date }) => sum + date.guests, 0),
    mails: moved.reduce((sum, { date }) => sum + date.mails, 0),
  }
}

type Options = {
  /** Whether guests are notified of another time or place; null if staff have not decided. */
  tell: boolean | null
  /** What guests read about a cancellation or a postponement. */
  reason?: string | undefined
  isTrashed?: boolean
  /**
   * Whether the record itself was saved as well. Pages of dates show texts that only the record has, so the cache
   * tags of all its dates are announced.
   */
  isRecordSaved?: boolean
  /**
   * Whether new dates are left out while their space is held, instead of refusing everything: for the job that continues
   * series, which nobody could answer. It adds them once the space is free.
   */
  leavesOutHeld?: boolean
}

/**
 * Numbers of dates, and of guests who were notified. `changed`: dates for which calendars now show other values; `leftOut`: new
 * ones whose space is held.
 */
export type SyncResult = {
  added: number
  leftOut?: number
  changed: number
  cancelled: number
  notifiedGuests: number
}

/**
 * Brings the stored dates of a record up to date, in the request's transaction: adds, changes, cancels and
 * deletes dates, and notifies guests. Dates with reservations are cancelled, never deleted.
 * @throws HttpError `too_small` if more places are taken than the new capacity, `ask_guests` if dates with
 *   guests get another time or place and `tell` is null
 */
export const syncDatesOfRecord = (
  req: PayloadRequest,
  doc: StoredRecord,
  { tell, reason, isTrashed = false, isRecordSaved = false, leavesOutHeld = false }: Options,
): Promise<SyncResult> =>
  inTransaction(req, async (db) => {
    const record = recordOf(doc)
    const plan = await lockAndPlan(req, db, record, isTrashed)
    const [problem] = plan.problems
    if (problem) throw eventError('too_small', { message: problem, field: 'capacity' })
    const moved = countMoved(plan)
    if (moved.mails && tell === null) throw askGuestsError(moved)
    const work = { record, plan, tell: tell ?? false, reason, isRecordSaved, leavesOutHeld }
    return carryOut(req, db, work)
  })

export const askGuestsError = (moved: { guests: number; mails: number }) =>
  eventError('ask_guests', { field: 'tell', replyFields: moved })

/** Locks the stored dates of a record until the transaction ends, and computes the plan. */
async function lockAndPlan(
  req: PayloadRequest,
  db: Database,
  record: EventRecord,
  isTrashed: boolean,
): Promise<Plan> {
  const stored = await lockDatesOf(db, record.id)
  return computePlan(req, db, { record, stored, isTrashed, now: new Date() })
}

async function computePlan(
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

/** The plan of what saving a record would change in its dates. Changes nothing. */
export const previewPlan = async (
  req: PayloadRequest,
  db: Database,
  record: EventRecord,
  now: Date,
): Promise<Plan> => computePlan(req, db, { record, stored: await findDatesOf(db, record.id), now })

type Work = {
  record: EventRecord
  plan: Plan
  tell: boolean
  reason?: string | undefined
  isRecordSaved?: boolean
  leavesOutHeld?: boolean
}

/** Carries out a plan. */
export async function carryOut(
  req: PayloadRequest,
  db: Database,
  {
    record,
    plan: { added: planned, kept, cancelled, removed },
    tell,
    reason,
    isRecordSaved,
    leavesOutHeld,
  }: Work,
): Promise<SyncResult> {
  const removedIds = removed.map(({ id }) => id)
  await deleteDates(db, removedIds)
  const toUpdate = kept.filter(isDifferent)
  const taking = leavesOutHeld ? planned : [...planned, ...toUpdate.filter(takesOther)]
  const held = await findHeld(req, db, record.id, taking)
  if (!leavesOutHeld) await requireNone(req, held)
  const added = planned.filter((each) => !held.includes(each))
  await updateDates(db, toUpdate)
  const addedIds = await insertDates(db, record.id, added)
  let notifiedGuests = 0
  for (const date of cancelled) {
    const withEvent = record.status === 'cancelled'
    const result = await cancelDate(req, { date: date.id, withEvent, ...(reason && { reason }) })
    notifiedGuests += result.notifiedGuests
  }
  for (const { date, notice } of kept) {
    if (!notice || !date.guests) continue
    const isNotified = tell || notice !== 'moved'
    const result = await notifyChanged(req, { date: date.id, before: date, isNotified, reason })
    notifiedGuests += result.notifiedGuests
  }
  // The offers are made in the same transaction, so nobody else can reserve the places before waitlisted parties.
  for (const change of kept) if (mayFreePlaces(change)) await offerPlaces(req, change.date.id)
  const shownIds = (isRecordSaved ? kept : toUpdate).map(({ date }) => date.id)
  await announceDateTags(req, [...removedIds, ...addedIds, ...shownIds])
  await refreshNextStarts(db, record.id)
  return {
    added: added.length,
    ...(added.length < planned.length && { leftOut: planned.length - added.length }),
    changed: kept.filter(({ hasShownChange: isShown }) => isShown).length,
    cancelled: cancelled.length,
    notifiedGuests,
  }
}

type Taking = { values: Pick<DateChange['values'], 'status' | 'areas' | 'startsAt' | 'endsAt'> }

/** Whether a date takes another time or place, or was not published before. */
const takesOther = ({ date, values }: DateChange): boolean =>
  date.status !== 'published' ||
  date.startsAt.getTime() !== values.startsAt.getTime() ||
  date.endsAt.getTime() !== values.endsAt.getTime() ||
  values.areas.some((area) => !date.areas.includes(area))

/** Those dates that are published at a time for which their space is held. The spaces are locked. */
async function findHeld<Each extends Taking>(
  req: PayloadRequest,
  db: Database,
  event: number,
  dates: readonly Each[],
): Promise<Each[]> {
  const holds = spaceHolds.all(req.payload)
  const now = Date.now()
  const published = dates.filter(
    ({ values: { status, endsAt } }) => status === 'published' && endsAt.getTime() > now,
  )
  if (!holds.length || !published.length) return []
  await lockSpaces(db, [...new Set(published.flatMap(({ values }) => values.areas))])
  const held: Each[] = []
  for (const date of published) {
    const { areas, startsAt: from, endsAt: to } = date.values
    for (const isHeld of holds) {
      if (await isHeld(db, { areas, from, to, event })) {
        held.push(date)
        break
      }
    }
  }
  return held
}

/** @throws HttpError `space_held` */
async function requireNone(req: PayloadRequest, [held]: readonly Taking[]): Promise<void> {
  if (!held) return
  const when = formatVenueTime(held.values.startsAt, await timeZoneOf(req))
  throw eventError('space_held', {
    field: 'start',
    message: `${when}: the space is held for an enquiry then. Choose another time or space, or look under Enquiries.`,
  })
}

/** Whether waitlisted parties may be offered places: the capacity was raised, or a postponed date has a time again. */
function mayFreePlaces({ date, values }: DateChange): boolean {
  if (!date.guests || values.status !== 'published') return false
  const [before, after] = [date.capacity, values.capacity]
  return date.status === 'postponed' || (before !== null && (after === null || after > before))
}

/** Whether the new values of a date differ from the stored ones. */
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

/** Announces the cache tags of the lists that show these dates, and of each date's page. */
export async function announceDateTags(req: PayloadRequest, ids: readonly number[]): Promise<void> {
  for (let from = 0; from < ids.length; from += tagsPerNotification) {
    await announce(req, [
      eventsTag,
      ...ids.slice(from, from + tagsPerNotification).map(eventDateTag),
    ])
  }
}
