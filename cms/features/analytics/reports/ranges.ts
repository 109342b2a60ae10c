import { addDays, type DayRange, lastDayOf, lengthOf, monthStart } from '../rollups/rules.ts'
import { type Comparison, maxDaysByDay, type TimeUnit } from './rules.ts'

/**
 * The range with which a range is compared. `year`: the same days of the year before. `previous`: as many days directly
 * before the range, or as many months if the range has whole months. A range of several months whose last month is not
 * whole is compared with as many earlier months, of which the last ends on the same day of the month.
 */
export function comparedRange(range: DayRange, comparison: Comparison): DayRange | null {
  if (comparison === 'none') return null
  if (comparison === 'year') return { from: yearBefore(range.from), to: yearBefore(range.to) }
  const [first, last] = [monthStart(range.from), monthStart(range.to)]
  if (range.from === first && range.to === lastDayOf(last)) {
    return { from: monthStart(first, -monthsBetween(first, last) - 1), to: addDays(first, -1) }
  }
  if (range.from === first && first < last) {
    const lastBefore = monthStart(first, -1)
    return {
      from: monthStart(first, -monthsBetween(first, last) - 1),
      to: sameDayOf(lastBefore, range.to),
    }
  }
  return { from: addDays(range.from, -lengthOf(range)), to: addDays(range.from, -1) }
}

const yearBefore = (day: string): string => sameDayOf(monthStart(day, -12), day)

/** The day of a month that has the same number as `day`; the month's last day if the month is shorter. */
function sameDayOf(month: string, day: string): string {
  const same = `${month.slice(0, 8)}${day.slice(8)}`
  const last = lastDayOf(month)
  return same < last ? same : last
}

const monthsBetween = (first: string, last: string): number => {
  const [from, to] = [new Date(first), new Date(last)]
  return (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth()
}

/** The Monday of a day's week. */
export const weekOf = (day: string): string => addDays(day, -((new Date(day).getUTCDay() + 6) % 7))

/** The weeks that a range touches. */
export const wholeWeeks = ({ from, to }: DayRange): DayRange => ({
  from: weekOf(from),
  to: addDays(weekOf(to), 6),
})

/**
 * The last finished week that a range touches; if it touches none, the last finished week before it. Weeks do not
 * overlap, so comparing two weeks reveals no single day.
 * @param finished the last day that no longer changes
 */
export function lastFinishedWeek({ to }: DayRange, finished: string): DayRange {
  const lastTouched = weekOf(to)
  const lastFinished = addDays(weekOf(addDays(finished, 1)), -7)
  const isOver = lastTouched <= lastFinished
  const from = isOver ? lastTouched : lastFinished
  return { from, to: addDays(from, 6) }
}

/** @param hasHours whether the raw rows of a single day exist */
export const timeUnitOf = (range: DayRange, hasHours: boolean): TimeUnit => {
  const days = lengthOf(range)
  if (days === 1 && hasHours) return 'hour'
  return days <= maxDaysByDay ? 'day' : 'month'
}

/** The start of every period of a range, in the format of `Point.start`. */
export function startsOf(range: DayRange, step: TimeUnit): string[] {
  if (step === 'hour') {
    return Array.from(
      { length: 24 },
      (_, hour) => `${range.from}T${String(hour).padStart(2, '0')}:00`,
    )
  }
  const starts: string[] = []
  const next =
    step === 'day' ? (day: string) => addDays(day, 1) : (day: string) => monthStart(day, 1)
  for (
    let day = step === 'day' ? range.from : monthStart(range.from);
    day <= range.to;
    day = next(day)
  ) {
    starts.push(day)
  }
  return starts
}
