import { parseClock, type Weekday, weekdays } from './opening-hours.ts'

/** Rows of hours in the admin's form. Any part may be missing or wrong. */
export type WrittenSpan = {
  area?: string | null
  days?: unknown
  opens?: string | null
  closes?: string | null
}
export type WrittenException = {
  date?: string | null
  area?: string | null
  closed?: boolean | null
  at_short_notice?: boolean | null
  opens?: string | null
  closes?: string | null
}

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

/**
 * Whether another exception has the same date and area, where no area means all areas. A planned exception and a
 * closure at short notice are not duplicates of each other.
 */
export function isWrittenTwice(
  exception: WrittenException,
  exceptions: readonly WrittenException[],
): boolean {
  const matches = exceptions.filter(
    ({ date, area, at_short_notice }) =>
      date === exception.date &&
      (area || null) === (exception.area || null) &&
      Boolean(at_short_notice) === Boolean(exception.at_short_notice),
  )
  return matches.length > 1
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
