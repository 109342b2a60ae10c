import type { Payload } from 'payload'
import type { Database } from '../../../platform/database/query.ts'
import { findAgreeingMembers } from '../../members/service.ts'
import { findVenue } from '../../venue/service.ts'
import { dayName, inRange } from '../admin/texts.ts'
import { firstRawDay, lastFinishedDay, venueDay, venueTime } from '../rollups/days.ts'
import type { Kind } from '../rollups/queries/kinds.ts'
import { findAvailableSums } from '../rollups/queries/roll-up.ts'
import {
  type AvailableSums,
  addDays,
  type DayRange,
  lengthOf,
  monthStart,
  rawSplit,
  splitRange,
} from '../rollups/rules.ts'
import { addNote } from './add-note.ts'
import {
  type ComparedRange,
  hasProfileFilter,
  type ReportFilters,
  type ReportQuery,
} from './contract.ts'
import { findVisitingMembers } from './queries/members.ts'
import { hasVisits } from './queries/overview.ts'
import { comparedRange, lastFinishedWeek } from './ranges.ts'
import { maxRawDays } from './rules.ts'
import { canUseSums, firstKeptDay, type Scope } from './scope.ts'
import { areTooFew, fitsOf } from './small-groups.ts'

/** The data that all reports need: the ranges, the counted visitors, and the source of the numbers. */
export type PreparedReport = {
  payload: Payload
  db: Database
  today: string
  timeZone: string
  range: DayRange
  compared: ComparedRange | null
  /**
   * The requested range of comparison, if nothing is compared because not all of its days were counted; otherwise null.
   */
  uncountedRange: DayRange | null
  filters: ReportFilters
  /** The members who match the filters by members' profiles; null without such filters. */
  members: readonly number[] | null
  /** Whether these members are too few to be shown. */
  tooFew: boolean
  notes: string[]
  /**
   * The week that is counted with a filter by members' profiles, in words; otherwise null. All reports count the same
   * week.
   */
  weekNote: string | null
  /** Returns what a report counts: the numbers of a kind in a range. */
  scopeOf: (kind: Kind, range: DayRange, options?: { byDay?: boolean }) => Scope
}

/**
 * Prepares a report.
 * @param options.kind returns the main kind of the report's numbers; if the sums of this kind lack a filtered property,
 *   the range is limited
 */
export async function prepareReport(
  payload: Payload,
  db: Database,
  { query, kind }: { query: ReportQuery; kind: (filters: ReportFilters) => Kind },
): Promise<PreparedReport> {
  const { from, to, compare, ...given } = query
  const isByProfile = hasProfileFilter(given)
  const { signed: _, ...others } = given
  const filters = isByProfile ? others : given
  const { timeZone } = await findVenue(payload)
  const now = new Date()
  const today = venueDay(now, timeZone)
  const mainKind = kind(filters)
  const notes: string[] = []
  const finished = lastFinishedDay(now, timeZone)
  const requested = { from, to }
  const range = shownRange(isByProfile ? lastFinishedWeek(requested, finished) : requested, {
    filters,
    kind: mainKind,
    today,
    notes,
  })
  const earlier = comparedRange(range, compare)
  const availableSums = await findAvailableSums(db, {
    from: monthStart((earlier && earlier.from < range.from ? earlier : range).from),
    to: range.to,
  })
  const isCounted = earlier !== null && (await isCountedRange(db, earlier, availableSums))
  const keptFrom = earlier && firstKeptDay(mainKind, { filters, range: earlier, today })
  const compared: ComparedRange | null = isCounted && !keptFrom ? earlier : null
  if (isCounted && keptFrom) {
    addNote(notes, nothingBefore(keptFrom, today))
    notes.push('So nothing is compared.')
  }
  if (compared && range.to === today) {
    if (compared.to >= firstRawDay(mainKind, today)) compared.until = venueTime(now, timeZone)
    else
      notes.push(
        `Of ${dayName(compared.to, today)} the whole day is compared, as its visits are deleted.`,
      )
  }
  const scopeOf: PreparedReport['scopeOf'] = (scopeKind, scopeRange, options) => {
    const cutDay = scopeRange === compared && compared.until ? compared.to : null
    const usableSums = cutDay === null ? availableSums : withoutSums(availableSums, cutDay)
    return {
      filters,
      members: people?.members ?? null,
      countsVisitors: filters.page !== undefined,
      split: canUseSums(scopeKind, filters)
        ? splitRange(scopeRange, usableSums, {
            ...options,
            firstRaw: firstRawDay(scopeKind, today),
          })
        : rawSplit(withData(scopeRange, { availableSums, today })),
      ...(cutDay !== null &&
        compared?.until && { cut: { day: cutDay, time: compared.until, timeZone } }),
    }
  }
  let people: People | null = null
  people = await findPeople(db, { filters, timeZone, scope: scopeOf(mainKind, range) })
  const { staleDays } = scopeOf(mainKind, range).split
  if (staleDays) {
    notes.push(`${staleDays} days are being counted again; these are their earlier numbers.`)
  }
  if (people && !people.tooFew) notes.push('Rows about fewer than five members are left out.')
  return {
    payload,
    db,
    today,
    timeZone,
    range,
    compared,
    filters,
    notes,
    scopeOf,
    weekNote: isByProfile ? weekNoteOf(range, requested, today) : null,
    uncountedRange: isCounted ? null : earlier,
    members: people?.members ?? null,
    tooFew: people?.tooFew ?? false,
  }
}

/** The week of a report, in words. Explains why the week is outside of the requested range, if it is. */
function weekNoteOf(week: DayRange, requested: DayRange, today: string): string {
  const days = inRange(week, today)
  const reason = 'Members are counted by whole weeks that are over, without a comparison'
  return week.to < requested.from
    ? `${reason}. No week of the chosen days is over, so all numbers are those ${days}.`
    : `${reason}: all numbers are those ${days}.`
}

/**
 * Whether visits were counted on all days of a range, and whether there were any. If not, a comparison with the range
 * means nothing.
 */
const isCountedRange = async (db: Database, range: DayRange, { firstDay }: AvailableSums) =>
  firstDay !== null && firstDay <= range.from && (await hasVisits(db, range))

/** Removes the sums of a day. The day is then counted from raw rows. */
const withoutSums = (availableSums: AvailableSums, day: string): AvailableSums => ({
  ...availableSums,
  days: new Set([...availableSums.days].filter((each) => each !== day)),
})

/** The range of a report. It may be shorter than requested if raw rows are needed. */
function shownRange(
  { from, to }: DayRange,
  {
    filters,
    kind,
    today,
    notes,
  }: { filters: ReportFilters; kind: Kind; today: string; notes: string[] },
): DayRange {
  if (canUseSums(kind, filters)) return { from, to }
  const last = to < today || from > today ? to : today
  const shown =
    lengthOf({ from, to: last }) > maxRawDays
      ? { from: addDays(last, 1 - maxRawDays), to }
      : { from, to }
  if (shown.from !== from) {
    notes.push(
      `With these filters a report covers at most ${maxRawDays} days: it begins on ${dayName(shown.from, today)}.`,
    )
  }
  const keptFrom = firstKeptDay(kind, { filters, range: shown, today })
  if (keptFrom) notes.push(nothingBefore(keptFrom, today))
  return shown
}

/** Explains why filters that need single visits have no earlier numbers. */
const nothingBefore = (day: string, today: string): string =>
  `These filters know nothing from before ${dayName(day, today)}, because single visits are deleted.`

/** The days of a range that can have raw rows. */
function withData(
  { from, to }: DayRange,
  { availableSums, today }: { availableSums: AvailableSums; today: string },
): DayRange {
  const { firstDay } = availableSums
  if (firstDay === null) return { from, to: addDays(from, -1) }
  return { from: from < firstDay ? firstDay : from, to: to < today ? to : today }
}

type People = { members: number[]; tooFew: boolean }

/** The members who match the filters by members' profiles; null without such filters. */
async function findPeople(
  db: Database,
  { filters, timeZone, scope }: { filters: ReportFilters; timeZone: string; scope: Scope },
): Promise<People | null> {
  const { area, interest, slot } = filters
  if (!hasProfileFilter(filters)) return null
  const agreeing = await findAgreeingMembers(db, { area, interest, slot }, timeZone)
  const members = agreeing.filter((member) => fitsOf(member).every(Boolean)).map(({ id }) => id)
  const all = { ...scope, members, filters: { area, interest, slot } }
  const visiting = new Set(await findVisitingMembers(db, all))
  const fitting = agreeing.filter(({ id }) => visiting.has(id)).map(fitsOf)
  return { members, tooFew: areTooFew(fitting) }
}
