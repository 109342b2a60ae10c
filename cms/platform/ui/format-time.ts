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
