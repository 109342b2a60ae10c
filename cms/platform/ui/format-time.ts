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
function formatGuestDay(at: Date, timeZone: string, now = new Date()): string {
  const yearOf = (moment: Date) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, year: 'numeric' }).format(moment)
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
 * A time span as guests read it: `Mon 30 Nov, 6.30–8.30pm`, `Mon 30 Nov, 7pm–1am`. The day of the end is added if the
 * span ends on another day after 6am.
 */
export function formatGuestRange(from: Date, to: Date, timeZone: string, now = new Date()): string {
  const [start, end] = [from, to].map((at) => toDateTimeInput(at, timeZone).split('T')) as [
    [string, string],
    [string, string],
  ]
  const isSameDay = start[0] === end[0]
  const isNight = to.getTime() - from.getTime() < 24 * 3_600_000 && end[1] <= '06:00'
  if (!isSameDay && !isNight) {
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

/** A time in a time zone, as the value of a `datetime-local` field: `2026-11-21T09:30`. */
export function toDateTimeInput(moment: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(moment)
  return parts.replace(' ', 'T')
}
