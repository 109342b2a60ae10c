/**
 * The days of all weeks (Monday to Sunday) that have at least one day in the month, as `YYYY-MM-DD`. The first and the
 * last days may belong to the months before and after.
 * @param month `YYYY-MM`
 */
export function monthGridDays(month: string): string[] {
  const first = new Date(`${month}-01T00:00:00Z`)
  const from = first.getTime() - ((first.getUTCDay() + 6) % 7) * dayMs
  const last = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)
  const weeks = Math.ceil((last - from + dayMs) / (7 * dayMs))
  return Array.from({ length: weeks * 7 }, (_, index) =>
    new Date(from + index * dayMs).toISOString().slice(0, 10),
  )
}

const dayMs = 86_400_000

type Shown = { month: string; today: string; now: Date; dates: readonly { endsAt: Date }[] }

/**
 * Whether the calendar shows the current month, and a day of it is before today and has only events that are over. An
 * event of an earlier day may go on after midnight.
 * @param shown.month the month that the calendar shows
 * @param shown.dates the dates of events that start on the day
 */
export const isCollapsedDay = (day: string, { month, today, now, dates }: Shown): boolean =>
  day.startsWith(month) &&
  today.startsWith(month) &&
  day < today &&
  dates.every(({ endsAt }) => endsAt <= now)

/** The month that is `months` months after `month`, `YYYY-MM`. */
export function monthAfter(month: string, months: number): string {
  const first = new Date(`${month}-01T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() + months)
  return first.toISOString().slice(0, 7)
}

/** `December 2026` */
export const monthName = (month: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )
