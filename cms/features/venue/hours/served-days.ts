import type { VenueArea } from '../rules.ts'
import { addDays, type Hours, hoursOn, type Weekday, weekdayOf } from './opening-hours.ts'

const maxDaysAhead = 60

/**
 * How many days after a date a menu is served next; 0 if it is served on the date, null if it is not served within
 * `maxDaysAhead`.
 * @param days on which the menu is served; empty for every day
 * @param date `YYYY-MM-DD`
 * @param closedDates `YYYY-MM-DD`; on these dates no menu is served, except one for every day
 */
export function daysUntilServed(
  days: readonly Weekday[],
  date: string,
  closedDates: readonly string[] = [],
): number | null {
  if (!days.length) return 0
  const isServed = (on: string) => days.includes(weekdayOf(on)) && !closedDates.includes(on)
  for (let wait = 0; wait <= maxDaysAhead; wait++) if (isServed(addDays(date, wait))) return wait
  return null
}

/** The dates on which an exception closes an area all day, `YYYY-MM-DD`. */
export const closedDatesOf = (hours: Hours, area: VenueArea): string[] =>
  hours.exceptions
    .map(({ date }) => date)
    .filter((date) => hoursOn(hours, area, date).intervals.length === 0)

/**
 * Sorts menus by when they are served next, counted from a date. Menus of the same day keep their order.
 * @param closedDates `YYYY-MM-DD`; on these dates no menu is served, except one for every day
 */
export const sortByNextServed = <Each extends { days?: readonly Weekday[] | undefined }>(
  menus: readonly Each[],
  date: string,
  closedDates: readonly string[] = [],
): Each[] => {
  const waitOf = ({ days = [] }: Each) =>
    daysUntilServed(days, date, closedDates) ?? Number.MAX_SAFE_INTEGER
  return menus.toSorted((one, other) => waitOf(one) - waitOf(other))
}
