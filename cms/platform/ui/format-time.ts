/** The time of a clock as guests read it: `7.15pm`, `7pm`, `noon`, `midnight`. */
export function formatGuestClock(at: Date, timeZone: string): string {
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: 'numeric',
    minute: '2-digit',
    hourCycle: 'h12',
  })
  const words = clock.format(at).replace(/\s/g, '').replace(':00', '').replace(':', '.')
  return words === '12am' ? 'midnight' : words === '12pm' ? 'noon' : words
}

/**
 * Two times of a clock as one range: `6.30–8.30pm`, `9am–5pm`, `noon–2.30pm`. The half of the day is written once if both
 * are in it on the same day.
 */
export function joinClocks(from: string, to: string, isSameDay = true): string {
  const half = isSameDay && /[ap]m$/.exec(to)?.[0]
  return `${half && from.endsWith(half) ? from.slice(0, -2) : from}–${to}`
}

/** A day as guests read it: `Mon 30 Nov`, or `Mon 30 Nov 2026` if its year is not that of `now`. */
export function formatGuestDay(at: Date, timeZone: string, now = new Date()): string {
  const yearOf = (moment: Date) => toDateTimeInput(moment, timeZone).slice(0, 4)
  return new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(yearOf(at) !== yearOf(now) && { year: 'numeric' }),
  })
    .format(at)
    .replace(',', '')
}

/** A moment as guests read it, on pages, in mails and on phones: `Mon 30 Nov, 7.15pm`. */
export const formatGuestTime = (at: Date, timeZone: string, now = new Date()): string =>
  `${formatGuestDay(at, timeZone, now)}, ${formatGuestClock(at, timeZone)}`

/**
 * Whether a time span ends on the day after its start, by 6am and at an earlier time of the clock. Then the clocks alone
 * say when it ends, also in the nights in which the clocks change.
 */
export function isOneNight(from: Date, to: Date, timeZone: string): boolean {
  const [start, end] = [from, to].map((at) => toDateTimeInput(at, timeZone)) as [string, string]
  const [day, clock] = [end.slice(0, 10), end.slice(11)]
  const nextDay = new Date(Date.parse(`${start.slice(0, 10)}T00:00:00Z`) + 24 * 3_600_000)
  return day === nextDay.toISOString().slice(0, 10) && clock <= '06:00' && clock < start.slice(11)
}

/**
 * A time span as guests read it: `Mon 30 Nov, 6.30–8.30pm`, `Mon 30 Nov, 7pm–1am`. The day of the end is added if it is
 * another day, unless the span is one night.
 */
export function formatGuestRange(from: Date, to: Date, timeZone: string, now = new Date()): string {
  const [day, lastDay] = [from, to].map((at) => toDateTimeInput(at, timeZone).slice(0, 10))
  const isSameDay = day === lastDay
  if (!isSameDay && !isOneNight(from, to, timeZone)) {
    return `${formatGuestTime(from, timeZone, now)} to ${formatGuestTime(to, timeZone, now)}`
  }
  const clocks = [from, to].map((at) => formatGuestClock(at, timeZone)) as [string, string]
  return `${formatGuestDay(from, timeZone, now)}, ${joinClocks(...clocks, isSameDay)}`
}

/** A moment as staff read it: `21 Nov 2026, 09:30`. */
export function formatMoment(at: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone,
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(new Date(at))
}

const fieldFormats = new Map<string, Intl.DateTimeFormat>()

// Formatters are cached, because creating one is slow.
function fieldFormatOf(timeZone: string): Intl.DateTimeFormat {
  const found =
    fieldFormats.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  fieldFormats.set(timeZone, found)
  return found
}

/** A time in a time zone, as the value of a `datetime-local` field: `2026-11-21T09:30`. */
export function toDateTimeInput(moment: Date, timeZone: string): string {
  return fieldFormatOf(timeZone).format(moment).replace(' ', 'T')
}
