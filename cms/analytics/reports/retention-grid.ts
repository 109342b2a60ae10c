import { addDays, type DayRange } from '../rollups/rules.ts'
import type { Cohort } from './contract.ts'
import { isSmall } from './small-groups.ts'

/** The Monday of a day's week. */
export const weekOf = (day: string): string => addDays(day, -((new Date(day).getUTCDay() + 6) % 7))

type Joined = { id: number; joined: string }
type Visit = { member: number; week: string }

/**
 * Members by the week in which they joined, and the share of them who were here in each week since.
 * @param range weeks of joining outside of it are left out
 * @param today the last week is that of today
 */
export function retentionGrid(
  members: readonly Joined[],
  visits: readonly Visit[],
  { range, today }: { range: DayRange; today: string },
): Cohort[] {
  const weeksOf = new Map<number, Set<string>>()
  for (const { member, week } of visits) {
    weeksOf.set(member, (weeksOf.get(member) ?? new Set()).add(week))
  }
  const cohorts = new Map<string, number[]>()
  for (const { id, joined } of members) {
    const week = weekOf(joined)
    if (joined < range.from || joined > range.to) continue
    cohorts.set(week, [...(cohorts.get(week) ?? []), id])
  }
  return [...cohorts]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([week, ids]) => {
      const active: (number | null)[] = []
      for (let each = week; each <= today; each = addDays(each, 7)) {
        const here = ids.filter((id) => weeksOf.get(id)?.has(each)).length
        const isHidden = isSmall(ids.length) || isSmall(here) || isSmall(ids.length - here)
        active.push(isHidden ? null : here / ids.length)
      }
      return { week, members: isSmall(ids.length) ? null : ids.length, active }
    })
}
