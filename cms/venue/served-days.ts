import { addDays, type Weekday, weekdayOf } from './opening-hours.ts'

/**
 * How many days after a date a menu is served next; 0 if it is served on the date.
 * @param days on which the menu is served; empty for every day
 * @param date `YYYY-MM-DD`
 */
export function daysUntilServed(days: readonly Weekday[], date: string): number {
  if (!days.length) return 0
  let wait = 0
  while (wait < 7 && !days.includes(weekdayOf(addDays(date, wait)))) wait++
  return wait
}

/** Sorts menus by when they are served next, counted from a date. Menus of the same day keep their order. */
export const servedFirst = <Each extends { days?: readonly Weekday[] | undefined }>(
  menus: readonly Each[],
  date: string,
): Each[] =>
  menus.toSorted(
    (one, other) => daysUntilServed(one.days ?? [], date) - daysUntilServed(other.days ?? [], date),
  )
