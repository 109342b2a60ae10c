/** A time in a time zone: `21 Nov 2026, 09:30`. */
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
