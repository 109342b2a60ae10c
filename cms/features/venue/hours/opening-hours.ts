import type { VenueArea } from '../rules.ts'

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof weekdays)[number]

/** Local wall-clock times, `HH:MM`. If `closes` is at or before `opens`, the interval ends the next day. */
export type Interval = { opens: string; closes: string }
export type AreaHours = { area: VenueArea; week: Record<Weekday, Interval[]> }
/** An exception to the opening hours on one date, for an area or, if `area` is null, for all. */
export type HoursException = {
  date: string
  area: VenueArea | null
  closed: boolean
  intervals: Interval[]
  note: string
  /** Whether staff closed the area for today. This overrides all other exceptions of the date. */
  atShortNotice?: boolean
}
export type Hours = { areas: AreaHours[]; exceptions: HoursException[] }

/** A moment on the venue's own clock: `date` as `YYYY-MM-DD`, minutes since its midnight. */
export type LocalMoment = { date: string; minutes: number }
/**
 * Whether an area is open. `until`: when it closes; null if it is closed. `next`: when it opens; null if it is open, or
 * stays closed for the next 14 days. `note`: the note of today's exception.
 */
export type AreaStatus = {
  area: VenueArea
  open: boolean
  until: LocalMoment | null
  next: LocalMoment | null
  note: string | null
}

const dayMinutes = 24 * 60
const lookAheadDays = 14

const clocks = new Map<string, Intl.DateTimeFormat>()

// Formatters are cached, because creating one is slow.
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  clocks.set(timeZone, clock)
  return clock
}

/** An instant on the clock of a time zone. @param timeZone IANA name, e.g. `Europe/London` */
export function localMoment(instant: Date, timeZone: string): LocalMoment {
  // The Swedish format is `2026-12-24 18:05`.
  const [date = '', time = ''] = clockOf(timeZone).format(instant).split(' ')
  return { date, minutes: parseClock(time) }
}

/** A date, `YYYY-MM-DD`, plus a number of days. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

export function weekdayOf(date: string): Weekday {
  const index = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7
  return weekdays[index] as Weekday
}

/** `07:30` as minutes since midnight; 24:00 is 1440. */
export function parseClock(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/**
 * The hours of an area on a date. The order of precedence is: an exception at short notice, an exception
 * for the area, an exception for all areas, the week.
 */
export function hoursOn(
  hours: Hours,
  area: VenueArea,
  date: string,
): { intervals: Interval[]; note: string | null } {
  const onDate = hours.exceptions.filter((exception) => exception.date === date)
  const own = onDate.find((each) => each.area === area && !each.atShortNotice)
  const exception =
    onDate.find((each) => each.atShortNotice && (each.area ?? area) === area) ??
    own ??
    onDate.find((each) => each.area === null)
  if (exception) {
    return { intervals: exception.closed ? [] : exception.intervals, note: exception.note || null }
  }
  const week = hours.areas.find((each) => each.area === area)?.week
  return { intervals: week?.[weekdayOf(date)] ?? [], note: null }
}

/**
 * Whether an area is open now, until when, and when it opens next within 14 days. Adjacent intervals
 * count as one. An exception applies to hours that begin on its date. Hours that began on the evening
 * before continue.
 */
export function areaStatus(hours: Hours, area: VenueArea, now: LocalMoment): AreaStatus {
  const spans = spansFrom(hours, area, now.date)
  const current = spans.find((span) => span.from <= now.minutes && now.minutes < span.to)
  const upcoming = spans.find((span) => span.from > now.minutes)
  return {
    area,
    open: current !== undefined,
    until: current ? toMoment(now.date, current.to) : null,
    next: !current && upcoming ? toMoment(now.date, upcoming.from) : null,
    note: hoursOn(hours, area, now.date).note,
  }
}

/**
 * Minutes until the state of any area changes; null if no state changes within 14 days. A page that shows
 * the states can be cached for this time.
 */
export function minutesToNextChange(hours: Hours, now: LocalMoment): number | null {
  const edges = hours.areas.flatMap(({ area }) =>
    spansFrom(hours, area, now.date).flatMap((span) => [span.from, span.to]),
  )
  const coming = edges.filter((edge) => edge > now.minutes)
  return coming.length ? Math.min(...coming) - now.minutes : null
}

type Span = { from: number; to: number }
// Spans are cached, because rendering a page needs the spans of one day about twelve times.
const cachedSpans = new WeakMap<Hours, Map<string, Span[]>>()

// Merged open spans, in minutes relative to midnight of `date`. They include spans that began yesterday.
function spansFrom(hours: Hours, area: VenueArea, date: string): Span[] {
  const days = cachedSpans.get(hours) ?? new Map<string, Span[]>()
  cachedSpans.set(hours, days)
  const key = `${area} ${date}`
  const spans = days.get(key) ?? mergedSpans(hours, area, date)
  // Bounds the memory of a long-running process.
  if (days.size > 100) days.clear()
  days.set(key, spans)
  return spans
}

function mergedSpans(hours: Hours, area: VenueArea, date: string): Span[] {
  const spans: Span[] = []
  for (let day = -1; day <= lookAheadDays; day++) {
    for (const { opens, closes } of hoursOn(hours, area, addDays(date, day)).intervals) {
      const from = day * dayMinutes + parseClock(opens)
      const to = day * dayMinutes + parseClock(closes)
      spans.push({ from, to: to <= from ? to + dayMinutes : to })
    }
  }
  spans.sort((a, b) => a.from - b.from)
  return spans.reduce<Span[]>((merged, span) => {
    const last = merged.at(-1)
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to)
    else merged.push({ ...span })
    return merged
  }, [])
}

function toMoment(date: string, minutes: number): LocalMoment {
  const days = Math.floor(minutes / dayMinutes)
  return { date: addDays(date, days), minutes: minutes - days * dayMinutes }
}
