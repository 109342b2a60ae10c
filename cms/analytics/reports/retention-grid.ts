import { addDays, type DayRange } from '../rollups/rules.ts'
import type { Cohort } from './contract.ts'
import { weekOf } from './ranges.ts'
import { areTooFew, canTellFew, type Fitting, isSmall } from './small-groups.ts'

/** A member, the day on which they joined, and whether they fit the filters by the profile. */
type Joined = { id: number; joined: string; fits: Fitting }
type Visit = { member: number; week: string }

/**
 * Members by the week in which they joined, and the share of them who were here in each week since.
 * @param members all who agreed, because those who don't fit could be told by comparing with a grid of all
 * @param range whole weeks; members who joined outside of it are left out
 * @param today the last week of each cohort is that of today, which is not over
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
  const cohorts = new Map<string, Joined[]>()
  for (const member of members) {
    const week = weekOf(member.joined)
    if (member.joined < range.from || member.joined > range.to) continue
    cohorts.set(week, [...(cohorts.get(week) ?? []), member])
  }
  return [...cohorts]
    .filter(([, joined]) => joined.some(isFitting))
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([week, joined]) => {
      const isHidden = areTooFew(joined.map(({ fits }) => fits))
      const count = joined.filter(isFitting).length
      const active: (number | null)[] = []
      for (let each = week; each <= today; each = addDays(each, 7)) {
        const here = joined.filter(({ id }) => weeksOf.get(id)?.has(each))
        const away = joined.filter(({ id }) => !weeksOf.get(id)?.has(each))
        const isShown =
          !isHidden && [here, away].every((part) => !canTellFew(part.map(({ fits }) => fits)))
        active.push(isShown ? here.filter(isFitting).length / count : null)
      }
      return { week, members: isHidden ? null : count, active }
    })
}

const isFitting = ({ fits }: Joined): boolean => fits.every(Boolean)

/** How many of all members fit; null if that would tell about fewer than five. */
export function countMembers(members: readonly Joined[], today: string): number | null {
  const count = members.filter(isFitting).length
  const range = { from: '', to: today }
  const shown = retentionGrid(members, [], { range, today }).reduce(
    (sum, cohort) => sum + (cohort.members ?? 0),
    0,
  )
  // The difference to the shown groups would tell the size of a small one.
  return isSmall(count) || isSmall(count - shown) ? null : count
}
