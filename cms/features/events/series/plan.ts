import type { EventDate, EventStatus, OwnValues } from '../rules.ts'
import { slugsFor } from './date-slugs.ts'
import { pairDates } from './pair-dates.ts'
import type { Occurrence } from './recurrence.ts'
import { type EventRecord, isCancelledAlone, isFinal, type StoredDate } from './stored-date.ts'

/** The values that a record gives to one of its dates. */
export type DateValues = Omit<
  EventDate,
  'id' | 'event' | 'slug' | 'taken' | 'sequence' | 'changedAt'
> & { original: string; own: OwnValues }

export type NewDate = { slug: string; values: DateValues }
export type DateChange = {
  date: StoredDate
  slug: string
  values: DateValues
  /** Whether calendars show a changed value. */
  hasShownChange: boolean
  /**
   * The change that guests can be notified of. `moved`: another time or place; `postponed`: no time for now; `set`: a
   * postponed date has a time again.
   */
  notice: 'moved' | 'postponed' | 'set' | null
}

/** The changes that make the stored dates match the record. */
export type Plan = {
  added: NewDate[]
  /** Stored dates that the record still has, with their new values, which may equal the stored values. */
  kept: DateChange[]
  cancelled: StoredDate[]
  /** Dates to be deleted. */
  removed: StoredDate[]
  problems: string[]
}

const isCancellable = (status: EventStatus) => status === 'published' || status === 'postponed'

/**
 * The values of a date: its own values if it has any, otherwise the record's values.
 * @param occurrence the times of the date, see `withOwnTimes`
 */
export function valuesOf(
  record: EventRecord,
  { original, ...times }: Occurrence,
  own: OwnValues,
): DateValues {
  const { maxParty } = record
  const payment = own.payment ?? record.payment
  const isFree = payment === 'free'
  return {
    original,
    own,
    ...times,
    status: statusOf(record.status, own.status),
    visibility: record.visibility,
    title: own.title ?? record.title,
    summary: own.summary ?? record.summary,
    areas: own.areas ?? record.areas,
    interests: record.interests,
    picture: own.picture === undefined ? record.picture : own.picture,
    capacity: own.capacity === undefined ? record.capacity : own.capacity,
    maxParty: own.maxParty ?? maxParty,
    payment,
    priceCents: isFree ? 0 : (own.priceCents ?? record.priceCents),
    memberPriceCents: isFree ? 0 : (own.memberPriceCents ?? record.memberPriceCents),
    commonGoodPercent: record.commonGoodPercent,
    refundUntilHours: record.refundUntilHours,
  }
}

function statusOf(record: EventStatus, own: EventStatus | undefined): EventStatus {
  if (record === 'draft' || record === 'cancelled') return record
  if (own === 'cancelled' || record === 'postponed') return own === 'cancelled' ? own : record
  return own ?? record
}

type Input = {
  record: EventRecord
  /** The occurrences of the record, without own times. Empty for a record in the trash. */
  occurrences: readonly Occurrence[]
  stored: readonly StoredDate[]
  /** Gives an occurrence the times that staff changed for its date only. */
  withOwnTimes: (occurrence: Occurrence, own: OwnValues) => Occurrence
  /** Slugs of other events' dates. */
  takenSlugs: ReadonlySet<string>
  now: Date
  isTrashed?: boolean
}

/** Compares the occurrences of a record with the stored dates. Changes nothing. */
export function planDates(input: Input): Plan {
  const { record, occurrences, stored, withOwnTimes, now, isTrashed = false } = input
  const pairs = pairDates(occurrences, stored, { now, rule: record.rule })
  const plan: Plan = { added: [], kept: [], cancelled: [], removed: [], problems: [] }
  const slugOf = slugsFor(input, pairs)
  for (const occurrence of occurrences) {
    const date = pairs.get(occurrence)
    if (date) {
      planPairedDate(plan, date, input, occurrence, slugOf)
      continue
    }
    const isNew = stored.length === 0 || occurrence.endsAt > now
    if (!isNew) continue
    const values = valuesOf(record, withOwnTimes(occurrence, {}), {})
    const isPast = values.status === 'published' && occurrence.endsAt <= now
    const status = isPast ? 'ended' : values.status
    plan.added.push({ slug: slugOf(occurrence), values: { ...values, status } })
  }
  const paired = new Set(pairs.values())
  for (const date of stored) {
    if (!paired.has(date)) planUnpairedDate(plan, date, { now, isTrashed, record })
  }
  return plan
}

function planPairedDate(
  plan: Plan,
  date: StoredDate,
  { record, withOwnTimes, now }: Input,
  occurrence: Occurrence,
  slugOf: (occurrence: Occurrence) => string,
) {
  const values = valuesOf(record, withOwnTimes(occurrence, date.own), date.own)
  if (record.status !== 'draft' && isFinal(date, now)) {
    const change = descriptionOnly(date, values)
    if (isCancelledAlone(date, now)) change.values.original = values.original
    plan.kept.push(change)
    return
  }
  if (values.status === 'cancelled') {
    if (isCancellable(date.status)) plan.cancelled.push(date)
    // A date that was cancelled without its event became a draft together with the event. The date is cancelled again
    // when the event is published.
    if (date.status === 'draft') {
      keepDate(plan, date, { ...values, status: 'draft' }, slugOf(occurrence))
      plan.cancelled.push(date)
    }
    return
  }
  keepDate(plan, date, values, date.status === 'draft' ? slugOf(occurrence) : date.slug)
}

/** The plan for one date that gets new own values. The other dates stay as they are. */
export function planDate({
  date,
  record,
  own,
  withOwnTimes,
  occurrence,
}: Pick<Input, 'record' | 'withOwnTimes'> & {
  date: StoredDate
  own: OwnValues
  occurrence: Occurrence
}): Plan {
  const plan: Plan = { added: [], kept: [], cancelled: [], removed: [], problems: [] }
  const values = valuesOf(record, withOwnTimes(occurrence, own), own)
  keepDate(plan, date, values, date.slug)
  return plan
}

function keepDate(plan: Plan, date: StoredDate, values: DateValues, slug: string) {
  if (values.capacity !== null && values.capacity < date.taken) {
    plan.problems.push(
      `On ${date.day}, ${date.taken} places are taken, so it can’t have only ${values.capacity}.`,
    )
  }
  const isShown = date.status !== 'draft' && shownValues(values) !== shownValues(date)
  plan.kept.push({ date, slug, values, hasShownChange: isShown, notice: noticeOf(date, values) })
}

/** The current values of a stored date. */
export function storedValues(date: StoredDate): DateValues {
  const { id: _, event, slug, taken, sequence, changedAt, ...others } = date
  const { cancelledAt, guests, mails, cancelMails, hasReservations, ...values } = others
  return values
}

const descriptionOnly = (date: StoredDate, values: DateValues): DateChange => {
  const { title, summary, picture, interests, visibility } = values
  const described = { title, summary, picture, interests, visibility }
  const merged = { ...storedValues(date), ...described }
  const isShown = shownValues(merged) !== shownValues(date)
  return { date, slug: date.slug, values: merged, hasShownChange: isShown, notice: null }
}

function planUnpairedDate(
  plan: Plan,
  date: StoredDate,
  { now, isTrashed, record }: { now: Date; isTrashed: boolean; record: EventRecord },
) {
  const isKept = isFinal(date, now) && !(isTrashed && !date.hasReservations)
  if (isKept && record.status !== 'draft') return
  if (!date.hasReservations) plan.removed.push(date)
  else if (isCancellable(date.status)) plan.cancelled.push(date)
}

const noticeOf = (date: StoredDate, values: DateValues): DateChange['notice'] => {
  if (date.status === 'published' && values.status === 'postponed') return 'postponed'
  if (date.status === 'postponed' && values.status === 'published') return 'set'
  const isSame =
    date.startsAt.getTime() === values.startsAt.getTime() &&
    date.endsAt.getTime() === values.endsAt.getTime() &&
    String([...date.areas].sort()) === String([...values.areas].sort())
  return isSame || date.status !== 'published' || values.status !== 'published' ? null : 'moved'
}

const shownValues = ({ title, summary, status, areas, ...times }: DateValues | StoredDate) =>
  JSON.stringify([
    title,
    summary,
    status,
    [...areas].sort(),
    times.startsAt,
    times.endsAt,
    times.doorsAt,
  ])
