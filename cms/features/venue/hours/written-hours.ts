import {
  addDays,
  type HoursException,
  parseClock,
  type Weekday,
  weekdays,
} from './opening-hours.ts'

/** Rows of hours in the admin's form. Any part may be missing or wrong. */
export type WrittenSpan = {
  area?: string | null
  days?: unknown
  opens?: string | null
  closes?: string | null
}
export type WrittenException = {
  date?: string | null
  /** The last day, if the exception is for several days. */
  until?: string | null
  area?: string | null
  closed?: boolean | null
  at_short_notice?: boolean | null
  opens?: string | null
  closes?: string | null
  note?: string | null
}

/** The maximum number of days of one exception. */
export const maxExceptionDays = 92

const dayMinutes = 24 * 60
const weekMinutes = 7 * dayMinutes

/** Whether a value is a time of day, `HH:MM`. `24:00` is allowed for midnight at the end of a day. */
export const isTimeOfDay = (value: unknown): value is string =>
  typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/.test(value)

/** Whether a value is a date of the calendar, `YYYY-MM-DD`. */
export function isCalendarDate(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const day = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)
}

/**
 * The day on which `span` overlaps another one of the same area, or null. Adjacent spans don't overlap.
 * @param spans the whole week, including `span`
 */
export function overlapDay(span: WrittenSpan, spans: readonly WrittenSpan[]): Weekday | null {
  const own = spans.findIndex((each) => isSame(each, span))
  const others = spans.filter((each, index) => index !== own && each.area === span.area)
  const taken = others.flatMap(minutesOf)
  const found = minutesOf(span).find(({ from, to }) =>
    taken.some((other) =>
      // A span that runs past Sunday may overlap Monday.
      [-weekMinutes, 0, weekMinutes].some(
        (shift) => from < other.to + shift && other.from + shift < to,
      ),
    ),
  )
  return found?.day ?? null
}

const lastDayOf = ({ date, until }: WrittenException): string => until || date || ''

/**
 * Whether another exception says something else about a day of this one, for the same area, where no area means all
 * areas. Two parts of a day with other hours for each are not duplicates, nor are a planned exception and a closure at
 * short notice.
 * @param exceptions all of them, including `exception`
 */
export function isWrittenTwice(
  exception: WrittenException,
  exceptions: readonly WrittenException[],
): boolean {
  const own = exceptions.findIndex((each) => isSameException(each, exception))
  return exceptions.some(
    (each, index) =>
      index !== own &&
      (each.date ?? '') <= lastDayOf(exception) &&
      (exception.date ?? '') <= lastDayOf(each) &&
      (each.area || null) === (exception.area || null) &&
      Boolean(each.at_short_notice) === Boolean(exception.at_short_notice) &&
      !areParts(each, exception),
  )
}

const isSameException = (one: WrittenException, other: WrittenException) =>
  one === other ||
  (
    ['date', 'until', 'area', 'closed', 'at_short_notice', 'opens', 'closes', 'note'] as const
  ).every((name) => (one[name] || null) === (other[name] || null))

/** Whether two exceptions are for the same days, with hours that don’t overlap. */
function areParts(one: WrittenException, other: WrittenException): boolean {
  if (one.closed || other.closed) return false
  if (one.date !== other.date || lastDayOf(one) !== lastDayOf(other)) return false
  const [first, second] = [minutesOfException(one), minutesOfException(other)]
  return first !== null && second !== null && (first.to <= second.from || second.to <= first.from)
}

function minutesOfException({ opens, closes }: WrittenException) {
  if (!isTimeOfDay(opens) || !isTimeOfDay(closes)) return null
  const [from, to] = [parseClock(opens), parseClock(closes)]
  return { from, to: to <= from ? to + dayMinutes : to }
}

/** The days of a written exception, `YYYY-MM-DD`. */
function daysOf({ date, until }: WrittenException): string[] {
  if (!date) return []
  const days = [date]
  for (let day = addDays(date, 1); until && day <= until; day = addDays(day, 1)) {
    if (days.length === maxExceptionDays) break
    days.push(day)
  }
  return days
}

/** Written exceptions as one exception for each day and area. The parts of a day are its intervals. */
export function toExceptions(written: readonly WrittenException[]): HoursException[] {
  const exceptions = new Map<string, HoursException>()
  for (const row of written) {
    const { area, closed, opens, closes, at_short_notice } = row
    for (const date of daysOf(row)) {
      const key = `${date} ${area ?? ''} ${Boolean(at_short_notice)}`
      const exception = exceptions.get(key) ?? {
        date,
        area: (area as HoursException['area']) ?? null,
        closed: Boolean(closed),
        intervals: [],
        note: row.note ?? '',
        ...(at_short_notice && { atShortNotice: true }),
      }
      if (!closed && opens && closes) exception.intervals.push({ opens, closes })
      exception.intervals.sort((one, other) => one.opens.localeCompare(other.opens))
      exception.note ||= row.note ?? ''
      exceptions.set(key, exception)
    }
  }
  return [...exceptions.values()]
}

/**
 * Exceptions of one area in the order of their days. Consecutive days with the same hours and note are one run, from
 * `date` to `last`.
 */
export function runsOfDays(
  exceptions: readonly HoursException[],
): (HoursException & { last: string })[] {
  const runs: (HoursException & { last: string })[] = []
  const sorted = exceptions.toSorted((one, other) => one.date.localeCompare(other.date))
  for (const each of sorted) {
    const run = runs.find(
      ({ last, ...first }) =>
        addDays(last, 1) === each.date &&
        JSON.stringify({ ...first, date: '' }) === JSON.stringify({ ...each, date: '' }),
    )
    if (run) run.last = each.date
    else runs.push({ ...each, last: each.date })
  }
  return runs
}

function minutesOf({ days, opens, closes }: WrittenSpan) {
  if (!isTimeOfDay(opens) || !isTimeOfDay(closes) || !Array.isArray(days)) return []
  return weekdays.flatMap((day, index) => {
    if (!days.includes(day)) return []
    const from = index * dayMinutes + parseClock(opens)
    const to = index * dayMinutes + parseClock(closes)
    return [{ day, from, to: to <= from ? to + dayMinutes : to }]
  })
}

const isSame = (one: WrittenSpan, other: WrittenSpan) =>
  one.area === other.area &&
  one.opens === other.opens &&
  one.closes === other.closes &&
  String(one.days) === String(other.days)
