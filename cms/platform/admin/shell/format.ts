/**
 * Formats a date as `24 Dec`, or as `24 Dec 2026` if its year differs from that of `today`.
 * @param date `YYYY-MM-DD`; other text is returned unchanged
 * @param today `YYYY-MM-DD`; without it, the year is left out
 */
export function formatDate(date: string, today = ''): string {
  const instant = new Date(`${date}T00:00:00Z`)
  if (Number.isNaN(instant.getTime())) return date
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
    ...(today && !date.startsWith(today.slice(0, 4)) && { year: 'numeric' }),
  }).format(instant)
}

/**
 * Formats a stored day, or a time on the venue's clock, with its year: `29 Nov 2026`, `29 Nov 2026, 19:30`.
 * @param value `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM`; other text is returned unchanged
 */
export function dayText(value: string): string {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}))?$/.exec(value) ?? []
  if (!day) return value
  // Any year but that of `value`, so that the text has the year.
  const text = formatDate(day, '0000')
  return time ? `${text}, ${time}` : text
}

/**
 * Formats a moment in a time zone: `24 Dec, 18:05`, or `Today, 18:05`.
 * @param value ISO 8601; `–` is returned for any other value
 * @param today the current date in `timeZone`, `YYYY-MM-DD`
 */
export function formatMoment(value: unknown, timeZone: string, today: string): string {
  const instant = typeof value === 'string' ? new Date(value) : null
  if (!instant || Number.isNaN(instant.getTime())) return '–'
  const date = new Intl.DateTimeFormat('en-CA', { timeZone }).format(instant)
  const clock = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const time = new Intl.DateTimeFormat('en-GB', clock).format(instant)
  return `${date === today ? 'Today' : formatDate(date, today)}, ${time}`
}
