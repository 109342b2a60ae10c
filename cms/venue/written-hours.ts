import { parseClock, type Weekday, weekdays } from './opening-hours.ts'

/** Rows of hours as staff write them; while they write, any part may be missing or wrong. */
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
  opens?: string | null
  closes?: string | null
}

const dayMinutes = 24 * 60
const weekMinutes = 7 * dayMinutes

/** Whether a text is a time of day, `HH:MM`. Midnight at the end of a day is `24:00`. */
export const isClock = (value: unknown): value is string =>
  typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/.test(value)

/** Whether a text is a day of the calendar, `YYYY-MM-DD`: the 31st of February is none. */
export function isDate(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const day = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)
}

/**
 * The day on which `span` overlaps another one of the same area, or null. Spans that touch don't.
 * @param spans the whole week as written; `span` is left out by what is in it, once
 */
export function overlapOf(span: WrittenSpan, spans: readonly WrittenSpan[]): Weekday | null {
  const own = spans.findIndex((each) => isSame(each, span))
  const others = spans.filter((each, index) => index !== own && each.area === span.area)
  const taken = others.flatMap(minutesOf)
  const found = minutesOf(span).find(({ from, to }) =>
    taken.some((other) =>
      // The week begins again: what runs past Sunday meets Monday.
      [-weekMinutes, 0, weekMinutes].some(
        (turn) => from < other.to + turn && other.from + turn < to,
      ),
    ),
  )
  return found?.day ?? null
}

/** Whether another exception stands for the same date and the same area, or the whole house. */
export function isWrittenTwice(
  exception: WrittenException,
  exceptions: readonly WrittenException[],
): boolean {
  const matches = exceptions.filter(
    ({ date, area }) => date === exception.date && (area || null) === (exception.area || null),
  )
  return matches.length > 1
}

function minutesOf({ days, opens, closes }: WrittenSpan) {
  if (!isClock(opens) || !isClock(closes) || !Array.isArray(days)) return []
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
