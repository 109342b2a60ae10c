import { addDays, type Hours, hoursOn, type Weekday, weekdayOf } from './opening-hours.ts'
import type { VenueArea } from './rules.ts'

/**
 * How many days after a date a menu is served next; 0 if it is served on the date.
 * @param days on which the menu is served; empty for every day
 * @param date `YYYY-MM-DD`
 * @param closedDates on which no menu is served, `YYYY-MM-DD`
 */
export function daysUntilServed(
  days: readonly Weekday[],
  date: string,
  closedDates: readonly string[] = [],
): number {
  if (!days.length) return 0
  const isServed = (on: string) => days.includes(weekdayOf(on)) && !closedDates.includes(on)
  let wait = 0
  while (wait < 7 && !isServed(addDays(date, wait))) wait++
  return wait
}

/** The dates on which an area is closed all day as an exception, `YYYY-MM-DD`. */
export const closedDatesOf = (hours: Hours, area: VenueArea): string[] =>
  hours.exceptions
    .map(({ date }) => date)
    .filter((date) => hoursOn(hours, area, date).intervals.length === 0)

/** Sorts menus by when they are served next, counted from a date. Menus of the same day keep their order. */
export const sortByNextServed = <Each extends { days?: readonly Weekday[] | undefined }>(
  menus: readonly Each[],
  date: string,
): Each[] =>
  menus.toSorted(
    (one, other) => daysUntilServed(one.days ?? [], date) - daysUntilServed(other.days ?? [], date),
  )
