import { dayNames } from '../names.ts'
import { formatDays } from './format-days.ts'
import { type Weekday, weekdays } from './opening-hours.ts'
import { isTimeOfDay, overlapDay } from './written-hours.ts'

/** A row of `opening_hours`: one span of an area's hours, and the days with this span. */
export type HoursRow = {
  id: string
  area: string | null
  days: string[]
  opens: string | null
  closes: string | null
}
/** One span of a day. `row` is the id of its row in `opening_hours`, or empty if it has no row yet. */
export type DaySpan = { row: string; opens: string | null; closes: string | null }
/** The spans of each day; a day without spans is closed. */
export type Week = Record<Weekday, DaySpan[]>

/** Rows grouped by area and sorted by opening time, so that a day's earlier hours come first. */
export const sortHours = <Row extends Pick<HoursRow, 'area' | 'opens'>>(
  rows: readonly Row[],
): Row[] =>
  [...Map.groupBy(rows, ({ area }) => area).values()].flatMap((own) =>
    own.toSorted((one, other) => (one.opens ?? '').localeCompare(other.opens ?? '')),
  )

/** The week of an area as a table shows it. */
export function weekOf(rows: readonly HoursRow[], area: string): Week {
  const own = rows.filter((row) => row.area === area)
  return fromDays((day) =>
    own
      .filter(({ days }) => days.includes(day))
      .map(({ id, opens, closes }) => ({ row: id, opens, closes })),
  )
}

/**
 * Replaces the week of one area in the rows. Days with the same hours share a row, and each day keeps the
 * order of its spans. Rows of other areas stay unchanged. Ids are kept where possible, because concurrent
 * changes of two people are merged by id.
 * @param newId creates the id of a row
 */
export function withWeek(
  rows: readonly HoursRow[],
  area: string,
  week: Week,
  newId: () => string,
): HoursRow[] {
  const known = rows.filter((row) => row.area === area)
  const packed = packWeek(week)
  const takeId = (matches: (row: HoursRow) => boolean) => {
    const at = known.findIndex(matches)
    return at < 0 ? '' : (known.splice(at, 1)[0]?.id ?? '')
  }
  const ids = packed.map((span) => takeId((row) => isSameTime(row, span)))
  const own = packed.map(({ opens, closes, days }, index) => ({
    id: ids[index] || takeId(() => true) || newId(),
    area,
    days,
    opens,
    closes,
  }))
  const first = rows.findIndex((row) => row.area === area)
  const before = first < 0 ? [...rows] : rows.slice(0, first)
  const after = first < 0 ? [] : rows.slice(first).filter((row) => row.area !== area)
  return [...before, ...own, ...after]
}

type Times = { opens: string | null; closes: string | null }

const isSameTime = (one: Times, other: Times) =>
  one.opens === other.opens && one.closes === other.closes

function packWeek(week: Week): (Times & { days: Weekday[] })[] {
  const packed: (Times & { days: Weekday[] })[] = []
  for (const day of weekdays) {
    // The row of a span comes after the row of the day's previous span. This keeps the order of the spans.
    let next = 0
    for (const span of week[day]) {
      const found = packed.findIndex((row, at) => at >= next && isSameTime(row, span))
      const at = found < 0 ? next : found
      if (found < 0) packed.splice(at, 0, { opens: span.opens, closes: span.closes, days: [] })
      packed[at]?.days.push(day)
      next = at + 1
    }
  }
  return packed
}

/** Copies the hours of one day to other days. */
export function copyDay(week: Week, from: Weekday, to: readonly Weekday[]): Week {
  return fromDays((day) => (to.includes(day) ? week[from].map((span) => ({ ...span })) : week[day]))
}

/** The next day; null after the last day of the week. */
export const nextDay = (day: Weekday): Weekday | null => weekdays[weekdays.indexOf(day) + 1] ?? null

function problemOfSpan(week: Week, day: Weekday, index: number): string | null {
  const span = week[day][index]
  if (!span) return null
  const [hasStart, hasEnd] = [isTimeOfDay(span.opens), isTimeOfDay(span.closes)]
  if (!hasStart && !hasEnd) return 'Write from when to when, or tick “Closed”.'
  if (!hasStart) return 'Write when it opens.'
  if (!hasEnd) return 'Write when it closes.'
  for (const otherDay of weekdays) {
    for (const [otherIndex, other] of week[otherDay].entries()) {
      if (otherDay === day && otherIndex === index) continue
      const pair = [
        { ...span, days: [day] },
        { ...other, days: [otherDay] },
      ] as const
      if (overlapDay(pair[0], pair)) {
        return `Overlaps ${other.opens}–${other.closes} on ${dayNames[otherDay]}.`
      }
    }
  }
  return null
}

/** The key of a span in maps. @param index of the span in its day */
export const cellKey = (day: Weekday, index: number): string => `${day} ${index}`

/** The problems of the spans of a week, by `cellKey`. */
export const problemsOf = (week: Week): Map<string, string> =>
  new Map(
    weekdays.flatMap((day) =>
      week[day].flatMap((_, index): [string, string][] => {
        const problem = problemOfSpan(week, day, index)
        return problem ? [[cellKey(day, index), problem]] : []
      }),
    ),
  )

/** `midnight` or `next day` if a span ends then; null if it ends on the same day. */
export function lateEnd({ opens, closes }: Times): 'midnight' | 'next day' | null {
  if (closes === '24:00' || closes === '00:00') return 'midnight'
  return opens && closes && closes <= opens ? 'next day' : null
}

/** The hours of a day in words, earliest first: `12:00–14:30, 17:00–21:00`, or `closed`. */
export const describeDay = (spans: readonly Times[]): string =>
  [...spans]
    .sort((one, other) => (one.opens ?? '').localeCompare(other.opens ?? ''))
    .map(({ opens, closes }) => `${opens ?? '…'}–${closes ?? '…'}`)
    .join(', ') || 'closed'

/** The week in one line: `Mon–Fri 08:00–23:00; Sat–Sun closed`. */
export function describeWeek(week: Week): string {
  const groups = new Map<string, Weekday[]>()
  for (const day of weekdays) {
    const hours = describeDay(week[day])
    groups.set(hours, [...(groups.get(hours) ?? []), day])
  }
  return [...groups].map(([hours, days]) => `${formatDays(days)} ${hours}`).join('; ')
}

/** Whether an area has no hours at all. Pages do not show such an area's hours. */
export const isEmptyWeek = (week: Week): boolean => weekdays.every((day) => !week[day].length)

const fromDays = (spansOf: (day: Weekday) => DaySpan[]): Week =>
  Object.fromEntries(weekdays.map((day) => [day, spansOf(day)])) as Week
