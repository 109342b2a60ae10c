/** `2026-12-24` as `24 Dec`, with the year unless it is that of `today`. */
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

/** A moment in a time zone: `24 Dec, 18:05`, or `Today, 18:05`. */
export function formatMoment(value: unknown, timeZone: string, today: string): string {
  const instant = typeof value === 'string' ? new Date(value) : null
  if (!instant || Number.isNaN(instant.getTime())) return '–'
  const date = new Intl.DateTimeFormat('en-CA', { timeZone }).format(instant)
  const clock = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const time = new Intl.DateTimeFormat('en-GB', clock).format(instant)
  return `${date === today ? 'Today' : formatDate(date, today)}, ${time}`
}
