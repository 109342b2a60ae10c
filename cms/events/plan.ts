import type { Occurrence, Schedule } from './recurrence.ts'
import type { EventDate, EventStatus, OwnValues } from './rules.ts'

/** A record of the collection `events`, as its dates are made from it. */
export type EventRecord = Schedule &
  Pick<
    EventDate,
    | 'status'
    | 'visibility'
    | 'title'
    | 'summary'
    | 'areas'
    | 'interests'
    | 'picture'
    | 'capacity'
    | 'maxParty'
    | 'payment'
    | 'priceCents'
    | 'memberPriceCents'
    | 'commonGoodPercent'
  > & { id: number; slug: string }

/** A date as it is stored. */
export type StoredDate = EventDate & {
  original: string
  own: OwnValues
  cancelledAt: Date | null
  /** People who are going, wait, or have an offer. */
  guests: number
  /** Whether anybody ever reserved: such a date is never deleted. */
  hasReservations: boolean
}

/** What a record says about one of its dates. */
export type DateValues = Omit<
  EventDate,
  'id' | 'event' | 'slug' | 'taken' | 'sequence' | 'changedAt'
> & { original: string; own: OwnValues }

export type NewDate = { slug: string; values: DateValues }
export type DateChange = {
  date: StoredDate
  slug: string
  values: DateValues
  /** Whether calendars have to show it. */
  isShown: boolean
  /** `moved`: another time or place; `postponed`: without a time for now; `set`: has a time again. Null: nothing to tell. */
  news: 'moved' | 'postponed' | 'set' | null
}

/** What has to be done so that the stored dates are those of the record. */
export type Plan = {
  added: NewDate[]
  changed: DateChange[]
  cancelled: StoredDate[]
  removed: StoredDate[]
  problems: string[]
}

/** Past dates are history: their times, places and prices stay. A postponed date waits for another time. */
export const isOver = ({ status, endsAt }: Pick<EventDate, 'status' | 'endsAt'>, now: Date) =>
  endsAt <= now && status !== 'draft' && status !== 'postponed'

const isOut = (status: EventStatus) => status === 'published' || status === 'postponed'

/** The values of a date; what was changed for it alone wins. @param occurrence with its own times, where it has some */
export function valuesOf(
  record: EventRecord,
  { original, ...times }: Occurrence,
  own: OwnValues,
): DateValues {
  const { maxParty, payment } = record
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
    picture: record.picture,
    capacity: own.capacity === undefined ? record.capacity : own.capacity,
    maxParty: own.maxParty ?? maxParty,
    payment,
    priceCents: isFree ? 0 : record.priceCents,
    memberPriceCents: isFree ? 0 : record.memberPriceCents,
    commonGoodPercent: record.commonGoodPercent,
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
  /** The times of a date with own ones. */
  withOwnTimes: (occurrence: Occurrence, own: OwnValues) => Occurrence
  /** Slugs of other events' dates. */
  takenSlugs: ReadonlySet<string>
  now: Date
  isTrashed?: boolean
}

/** Compares the dates that a record gives with the stored ones. Changes nothing. */
export function planDates(input: Input): Plan {
  const { record, occurrences, stored, withOwnTimes, now, isTrashed = false } = input
  const pairs = pairDates(occurrences, stored, { now, rule: record.rule })
  const plan: Plan = { added: [], changed: [], cancelled: [], removed: [], problems: [] }
  const slugOf = slugsFor(input, pairs)
  for (const occurrence of occurrences) {
    const date = pairs.get(occurrence)
    if (date) {
      placeChange(plan, date, input, occurrence, slugOf)
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
    if (!paired.has(date)) placeLeftover(plan, date, { now, isTrashed, record })
  }
  return plan
}

function placeChange(
  plan: Plan,
  date: StoredDate,
  { record, withOwnTimes, now }: Input,
  occurrence: Occurrence,
  slugOf: (occurrence: Occurrence) => string,
) {
  const values = valuesOf(record, withOwnTimes(occurrence, date.own), date.own)
  if (record.status !== 'draft' && isFinal(date, now)) {
    plan.changed.push(descriptionOnly(date, values))
    return
  }
  if (values.status === 'cancelled') {
    if (isOut(date.status)) plan.cancelled.push(date)
    return
  }
  place(plan, date, values, date.status === 'draft' ? slugOf(occurrence) : date.slug)
}

/** What new own values of one date change. */
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
  const plan: Plan = { added: [], changed: [], cancelled: [], removed: [], problems: [] }
  const values = valuesOf(record, withOwnTimes(occurrence, own), own)
  place(plan, date, values, date.slug)
  return plan
}

function place(plan: Plan, date: StoredDate, values: DateValues, slug: string) {
  if (values.capacity !== null && values.capacity < date.taken) {
    plan.problems.push(
      `On ${date.day}, ${date.taken} places are taken, so it can’t have only ${values.capacity}.`,
    )
  }
  const isShown = date.status !== 'draft' && shownValues(values) !== shownValues(date)
  plan.changed.push({ date, slug, values, isShown, news: newsOf(date, values) })
}

/** A cancelled date stays cancelled, and a past one stays as it was. */
const isFinal = (date: StoredDate, now: Date) => date.status === 'cancelled' || isOver(date, now)

/** What a date says now. */
export function storedValues(date: StoredDate): DateValues {
  const { id: _, event, slug, taken, sequence, changedAt, ...others } = date
  const { cancelledAt, guests, hasReservations, ...values } = others
  return values
}

const descriptionOnly = (date: StoredDate, values: DateValues): DateChange => {
  const { title, summary, picture, interests, visibility } = values
  const described = { title, summary, picture, interests, visibility }
  const kept = { ...storedValues(date), ...described }
  const isShown = shownValues(kept) !== shownValues(date)
  return { date, slug: date.slug, values: kept, isShown, news: null }
}

function placeLeftover(
  plan: Plan,
  date: StoredDate,
  { now, isTrashed, record }: { now: Date; isTrashed: boolean; record: EventRecord },
) {
  const isKept = isFinal(date, now) && !(isTrashed && !date.hasReservations)
  if (isKept && record.status !== 'draft') return
  if (!date.hasReservations) plan.removed.push(date)
  else if (isOut(date.status)) plan.cancelled.push(date)
}

const newsOf = (date: StoredDate, values: DateValues): DateChange['news'] => {
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

/**
 * Which stored date each occurrence is. Where the series was moved, a date is the occurrence of the same day, else of
 * the same week, of a monthly series else of the same month. An event that happens once is always the same date.
 */
export function pairDates(
  occurrences: readonly Occurrence[],
  stored: readonly StoredDate[],
  { now, rule }: { now: Date; rule: string | null },
): Map<Occurrence, StoredDate> {
  const pairs = new Map<Occurrence, StoredDate>()
  const left = new Set(stored)
  const pair = (keyOf: (original: string) => string, dates: Iterable<StoredDate>) => {
    const byKey = new Map<string, StoredDate[]>()
    for (const date of dates) {
      const key = keyOf(date.original)
      byKey.set(key, [...(byKey.get(key) ?? []), date])
    }
    for (const occurrence of occurrences) {
      if (pairs.has(occurrence)) continue
      const date = byKey.get(keyOf(occurrence.original))?.shift()
      if (!date) continue
      pairs.set(occurrence, date)
      left.delete(date)
    }
  }
  pair((original) => original, stored)
  const movable = () => [...left].filter((date) => !isFinal(date, now))
  const isMonthly = rule !== null && /FREQ=(MONTHLY|YEARLY)/.test(rule)
  const wide = isMonthly ? [monthOf] : rule === null ? [() => 'any'] : []
  for (const period of [dayOf, weekOf, ...wide]) pair(period, movable())
  return pairs
}

const dayOf = (original: string) => original.slice(0, 10)
const monthOf = (original: string) => original.slice(0, 7)
/** The Monday of a day's week. */
const weekOf = (original: string) => {
  const day = new Date(`${original.slice(0, 10)}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  return day.toISOString().slice(0, 10)
}

/** Names that other pages below /calendar have. */
export const reservedSlugs = ['reservation', 'feed', 'feeds', 'day', 'week', 'month', 'mine']

function slugsFor(
  { record, occurrences, stored, takenSlugs }: Input,
  pairs: ReadonlyMap<Occurrence, StoredDate>,
) {
  // Addresses that people have stay.
  const kept = stored.filter(({ status }) => status !== 'draft').map(({ slug }) => slug)
  const used = new Set([...takenSlugs, ...kept, ...reservedSlugs])
  // Removed drafts give their addresses back only when they are gone.
  const paired = new Set(pairs.values())
  for (const date of stored) if (!paired.has(date)) used.add(date.slug)
  const perDay = new Map<string, number>()
  for (const { original } of occurrences) {
    perDay.set(dayOf(original), (perDay.get(dayOf(original)) ?? 0) + 1)
  }
  return ({ original }: Occurrence): string => {
    const day = dayOf(original)
    const time = (perDay.get(day) ?? 0) > 1 ? `-${original.slice(11).replace(':', '')}` : ''
    const wanted = record.rule ? `${record.slug}-${day}${time}` : record.slug
    let slug = wanted
    for (let number = 2; used.has(slug); number++) slug = `${wanted}-${number}`
    used.add(slug)
    return slug
  }
}
