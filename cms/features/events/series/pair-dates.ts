import { mondayOf } from '../calendar/rules.ts'
import type { Occurrence } from './recurrence.ts'
import { isCancelledAlone, isFinal, type StoredDate } from './stored-date.ts'

/**
 * Finds the stored date of each occurrence. If the series was moved, an occurrence gets a stored date of the same day,
 * otherwise of the same week. In a monthly series, it may also get a date of the same month. An event that happens once
 * always keeps its date.
 */
export function pairDates(
  occurrences: readonly Occurrence[],
  stored: readonly StoredDate[],
  { now, rule }: { now: Date; rule: string | null },
): Map<Occurrence, StoredDate> {
  const pairs = new Map<Occurrence, StoredDate>()
  const unpaired = new Set(stored)
  const pair = (keyOf: (original: string) => string, dates: Iterable<StoredDate>) => {
    const byKey = new Map<string, StoredDate[]>()
    for (const date of dates) {
      const key = keyOf(date.original)
      byKey.set(key, [...(byKey.get(key) ?? []), date])
    }
    for (const occurrence of occurrences) {
      if (pairs.has(occurrence)) continue
      const date = byKey.get(keyOf(occurrence.original))?.shift()
      if (!date) continue
      pairs.set(occurrence, date)
      unpaired.delete(date)
    }
  }
  pair((original) => original, stored)
  // A date that was cancelled without its event moves with its series. Otherwise a new date would be added for its
  // occurrence.
  const movable = () =>
    [...unpaired].filter((date) => !isFinal(date, now) || isCancelledAlone(date, now))
  const isMonthly = rule !== null && /FREQ=(MONTHLY|YEARLY)/.test(rule)
  const widerPeriods = isMonthly ? [monthOf] : rule === null ? [() => 'any'] : []
  for (const period of [dayOf, weekOf, ...widerPeriods]) pair(period, movable())
  return pairs
}

/** The day of a start on the venue's clock. */
export const dayOf = (original: string) => original.slice(0, 10)
const monthOf = (original: string) => original.slice(0, 7)
const weekOf = (original: string) => mondayOf(dayOf(original))
