import type { PayloadRequest } from 'payload'
import { dayText } from '../../../platform/admin/shell/format.ts'
import { record as recordAudit } from '../../../platform/audit/service.ts'
import { lockForm } from '../../../platform/database/advisory-locks.ts'
import type { Database } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { VenueArea } from '../../venue/rules.ts'
import { eventError } from '../errors.ts'
import { findStoredDate, lockDatesOf, lockRecord, removeOwnValues } from '../queries/records.ts'
import type { EventPayment, OwnValues } from '../rules.ts'
import { type Plan, planDate } from './plan.ts'
import {
  clockProblems,
  type LocalTimes,
  localTimesAt,
  type ScheduleProblem,
  timesOf,
} from './recurrence.ts'
import { type EventRecord, isOver, type StoredDate } from './stored-date.ts'
import {
  askGuestsError,
  carryOut,
  countMoved,
  recordOf,
  type SyncResult,
  timeZoneOf,
  withOwnTimes,
} from './sync.ts'

/** A date as its form sends it. Times are on the venue's clock. */
export type DateFormValues = {
  title: string
  summary: string
  start: string
  end: string
  doors: string | null
  capacity: number | null
  maxParty: number
  areas: VenueArea[]
  body: string
  picture: number | null
  payment: EventPayment
  priceCents: number
  memberPriceCents: number
}

/** A text that differs after each change of a date. It shows whether somebody else changed the date meanwhile. */
export const versionOf = (date: Versioned): string => {
  const { own, sequence, status, capacity, maxParty } = date
  const values = `${sequence} ${status} ${capacity} ${maxParty} ${JSON.stringify(own)}`
  if (status !== 'draft') return values
  // The sequence number of a draft does not change.
  const { title, summary, areas, startsAt, endsAt, doorsAt } = date
  return `${values} ${JSON.stringify([title, summary, areas, startsAt, endsAt, doorsAt])}`
}
type Versioned = Pick<StoredDate, 'own' | 'sequence' | 'status' | 'capacity' | 'maxParty'> &
  Pick<StoredDate, 'title' | 'summary' | 'areas' | 'startsAt' | 'endsAt' | 'doorsAt'>

/** The values that a date has if it has no values of its own. */
export const usualForm = (record: EventRecord, original: string): DateFormValues => {
  const { title, summary, body, picture, capacity, maxParty, areas } = record
  const { payment, priceCents, memberPriceCents } = record
  const { start, end, doors } = localTimesAt(record, original)
  return {
    ...{ title, summary, body, picture, start, end, doors, capacity, maxParty, areas },
    ...{ payment, priceCents, memberPriceCents },
  }
}

/** The values of a date as its form shows them. */
export const formOf = (record: EventRecord, { original, own }: StoredDate): DateFormValues => {
  const { status: _, ...values } = own
  const usual = usualForm(record, original)
  const timesFromStart = own.start ? localTimesAt(record, own.start) : usual
  return { ...usual, ...{ end: timesFromStart.end, doors: timesFromStart.doors }, ...values }
}

type Found = {
  date: StoredDate
  record: EventRecord
  timeZone: string
  /** Whether the event takes place once and has no other stored dates, such as cancelled ones. */
  isOnlyDate: boolean
}

/** Locks a date and its record and returns both. @throws HttpError `no_date`, `changed`, `over`, `not_possible` */
async function requireDate(
  req: PayloadRequest,
  db: Database,
  id: number,
  seen: string,
): Promise<Found> {
  const known = await findStoredDate(db, id)
  if (!known) throw eventError('no_date')
  await lockForm(db, `events ${known.event}`)
  if (!(await lockRecord(db, known.event))) throw eventError('no_date')
  const dates = await lockDatesOf(db, known.event)
  const date = dates.find((each) => each.id === id)
  if (!date) throw eventError('no_date')
  if (versionOf(date) !== seen) throw eventError('changed')
  if (date.status === 'cancelled') throw eventError('not_possible')
  if (isOver(date, new Date())) throw eventError('over')
  const doc = await req.payload.findByID({ collection: 'events', id: date.event, depth: 0, req })
  const record = recordOf(doc)
  const isOnlyDate = record.rule === null && dates.length === 1
  return { date, record, timeZone: await timeZoneOf(req), isOnlyDate }
}

/** The values of a form that were given. */
export const withoutUndefined = (form: Partial<DateFormValues>): Partial<DateFormValues> =>
  Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined))

const comparable = (value: DateFormValues[keyof DateFormValues]) =>
  JSON.stringify([value].flat().sort())

const ownValuesOf = (form: DateFormValues, usual: DateFormValues): OwnValues => {
  const differs = (name: keyof DateFormValues) => comparable(form[name]) !== comparable(usual[name])
  const names = (Object.keys(form) as (keyof DateFormValues)[]).filter(differs)
  const own = Object.fromEntries(names.map((name) => [name, form[name]])) as OwnValues
  // A different start would move the end and the doors. Both are therefore stored with the start. The same applies to
  // the two prices and the way they are paid.
  const { end, doors, payment, priceCents, memberPriceCents } = form
  const isOtherPrice = [own.payment, own.priceCents, own.memberPriceCents].some(
    (each) => each !== undefined,
  )
  return {
    ...own,
    ...(own.start !== undefined && { end, doors }),
    ...(isOtherPrice && { payment, priceCents, memberPriceCents }),
  }
}

/** The plan that gives a date these values of its own. Changes nothing. */
function planChange({ date, record, timeZone }: Found, own: OwnValues): Plan {
  const usual = localTimesAt(record, date.original)
  const occurrence = { original: date.original, ...timesOf(usual, timeZone) }
  return planDate({ date, record, own, withOwnTimes: withOwnTimes(record, timeZone), occurrence })
}

/** A problem if the times are in the past, because a date that is over can't be changed again; otherwise null. */
const pastProblem = (times: LocalTimes, timeZone: string): ScheduleProblem | null =>
  timesOf(times, timeZone).endsAt <= new Date()
    ? { field: 'end', message: 'It would be over already. Choose a time that is to come.' }
    : null

/**
 * Changes one date. In a series, the other dates stay as they are, and a value that equals the record's value follows
 * the record again. The only date of an event is changed by saving the event's record, so that the record's form shows
 * the new values too.
 * @throws HttpError `no_date`, `changed`, `over`, `not_possible`, `bad_schedule`, `too_small`, `ask_guests`, `bad_request`
 *   if the record has become invalid
 */
export const changeDate = (
  req: PayloadRequest,
  id: number,
  {
    seen,
    tell,
    form: given,
  }: {
    /** The version of the date that the caller was shown, see `versionOf`. */
    seen: string
    /** Whether guests are notified of another time or place; null if staff have not decided. */
    tell: boolean | null
    /** The values that are left out stay. */
    form: Partial<DateFormValues>
  },
): Promise<SyncResult> =>
  inTransaction(req, async (db) => {
    const found = await requireDate(req, db, id, seen)
    const form = { ...formOf(found.record, found.date), ...withoutUndefined(given) }
    if (form.payment !== 'free' && !form.priceCents) {
      throw eventError('no_price', { field: 'price_cents' })
    }
    const times = { ...form, isSecondOfRepeatedHour: found.record.isSecondOfRepeatedHour }
    const [problem = pastProblem(times, found.timeZone)] = clockProblems(times, found.timeZone)
    if (problem) {
      const { message, field } = problem
      throw eventError('bad_schedule', { message, field })
    }
    const usual = usualForm(found.record, found.date.original)
    const { status } = found.date.own
    const own = { ...ownValuesOf(form, usual), ...(status && { status }) }
    const plan = planChange(found, own)
    const [tooSmall] = plan.problems
    if (tooSmall) {
      throw eventError('too_small', { message: tooSmall, field: 'capacity' })
    }
    const moved = countMoved(plan)
    if (moved.mails && tell === null) throw askGuestsError(moved)
    const work = { action: 'date_changed', plan, tell: tell ?? false }
    if (!found.isOnlyDate) return finish(req, db, found, work)
    const result = await saveInRecord(req, db, found, { form, tell: work.tell })
    await recordChange(req, found, work, result)
    return result
  })

/** Saves the form of an event's only date in the event's record. The hook `syncDates` then updates the date. */
async function saveInRecord(
  req: PayloadRequest,
  db: Database,
  { date, record }: Found,
  { form, tell }: { form: DateFormValues; tell: boolean },
): Promise<SyncResult> {
  await removeOwnValues(db, date.id)
  const { maxParty, priceCents, memberPriceCents, ...values } = form
  Object.assign(req.context, { isDateChange: true, isAudited: true })
  try {
    await req.payload.update({
      collection: 'events',
      id: record.id,
      depth: 0,
      req,
      data: {
        ...values,
        max_party: maxParty,
        price_cents: priceCents,
        member_price_cents: memberPriceCents,
        tell: tell ? 'yes' : 'no',
      },
    })
  } finally {
    delete req.context.isDateChange
    delete req.context.isAudited
  }
  return req.context.synced as SyncResult
}

/**
 * Cancels one date of a series. Its guests are notified, and the holds on their credit are released.
 * @throws HttpError `no_date`, `changed`, `over`, `not_possible`
 */
export const cancelOneDate = (
  req: PayloadRequest,
  id: number,
  { seen, reason }: { seen: string; reason: string | null },
): Promise<SyncResult> =>
  inTransaction(req, async (db) => {
    const found = await requireDate(req, db, id, seen)
    if (found.date.status === 'draft') throw eventError('not_possible')
    const plan = { ...emptyPlan, cancelled: [found.date] }
    return finish(req, db, found, { action: 'date_cancelled', plan, tell: true, reason })
  })

/**
 * Postpones one date of a series, or ends its postponement. After a postponement, the date takes place at its stored
 * time. Guests keep their places and are notified.
 * @param change.reason why it is postponed; guests read it
 * @throws HttpError `no_date`, `changed`, `over`, `not_possible`
 */
export const postponeDate = (
  req: PayloadRequest,
  id: number,
  {
    seen,
    isPostponed,
    reason = null,
  }: { seen: string; isPostponed: boolean; reason?: string | null },
): Promise<SyncResult> =>
  inTransaction(req, async (db) => {
    const found = await requireDate(req, db, id, seen)
    const { status: _, ...own } = found.date.own
    if (found.record.status !== 'published') throw eventError('not_possible')
    const plan = planChange(found, isPostponed ? { ...own, status: 'postponed' } : own)
    const action = isPostponed ? 'date_postponed' : 'date_set'
    return finish(req, db, found, { action, plan, tell: true, reason })
  })

/**
 * Removes a date from its series. The date must have no reservations.
 * @throws HttpError `no_date`, `changed`, `over`, `not_possible`, `no_series`, `has_guests`
 */
export const leaveOutDate = (
  req: PayloadRequest,
  id: number,
  { seen }: { seen: string },
): Promise<SyncResult> =>
  inTransaction(req, async (db) => {
    const found = await requireDate(req, db, id, seen)
    const { date, record } = found
    if (!record.rule) throw eventError('no_series')
    if (date.hasReservations) throw eventError('has_guests')
    // Saving the record removes the date.
    await req.payload.update({
      collection: 'events',
      id: record.id,
      depth: 0,
      req,
      data: { left_out: [...record.excludedStarts, date.original].sort() },
    })
    return { added: 0, changed: 0, cancelled: 0, notifiedGuests: 0 }
  })

const emptyPlan: Plan = { added: [], kept: [], cancelled: [], removed: [], problems: [] }

type Work = { action: string; plan: Plan; tell: boolean; reason?: string | null }

async function finish(
  req: PayloadRequest,
  db: Database,
  found: Found,
  work: Work,
): Promise<SyncResult> {
  const { plan, tell, reason } = work
  const { record } = found
  const result = await carryOut(req, db, { record, plan, tell, reason: reason ?? undefined })
  await recordChange(req, found, work, result)
  return result
}

/** Writes the change of a date to the audit trail. */
const recordChange = (
  req: PayloadRequest,
  { date, record }: Found,
  { action, reason }: Work,
  { notifiedGuests }: SyncResult,
): Promise<void> =>
  recordAudit(req, {
    action,
    subject: `${date.title}, ${dayText(date.day)}`,
    of_collection: 'events',
    document: record.id,
    details: { date: date.id, told: notifiedGuests, ...(reason && { reason }) },
  })
