import { addDays, type DayRange } from '../rollups/rules.ts'
import type { Cohort } from './contract.ts'
import { weekOf } from './ranges.ts'
import { areTooFew, type Fitting, isSmall, revealsSmallGroup } from './small-groups.ts'

/** A member, the days on which they joined and agreed, and whether they match the filters by members' profiles. */
type Joined = { id: number; joined: string; agreed: string; fits: Fitting }
type Visit = { member: number; week: string }

/**
 * The Monday of the first week with shares. This is the week of the first visit or, if visits were deleted, the first
 * week of which all days are kept.
 * @param options.cutoff the first day whose visits are kept
 * @param options.firstDay the first day with visits
 */
export function firstCountedWeek({
  cutoff,
  firstDay,
}: {
  cutoff: string
  firstDay: string
}): string {
  const kept = weekOf(addDays(cutoff, 6))
  return firstDay < kept ? kept : weekOf(firstDay)
}

/**
 * Whether a member's visits of a week are known. In the week of joining, the visits since the agreement are enough. In
 * a later week, all visits must be known: a member who agreed on the last day of the week would seem to have stayed
 * away.
 */
const areVisitsKnown = ({ joined, agreed }: Joined, week: string): boolean =>
  agreed < week || (weekOf(joined) === week && weekOf(agreed) === week)

/**
 * Members by the week in which they joined, and the share of them who visited in each week since then. A share covers
 * the members whose visits of that week are known.
 * @param members all who agreed, also those who don't match the filters: a comparison with a grid of all members must
 *   not reveal a small group
 * @param range whole weeks; members who joined outside of it are left out
 * @param today the last share of each cohort is of this day's week, which is not over
 * @param countedFrom the first week with shares, see `firstCountedWeek`
 */
export function retentionGrid(
  members: readonly Joined[],
  visits: readonly Visit[],
  { range, today, countedFrom }: { range: DayRange; today: string; countedFrom: string },
): Cohort[] {
  const weeksOf = new Map<number, Set<string>>()
  for (const { member, week } of visits) {
    weeksOf.set(member, (weeksOf.get(member) ?? new Set()).add(week))
  }
  const shareOf = (joined: readonly Joined[], week: string): number | null => {
    const known = joined.filter((member) => areVisitsKnown(member, week))
    const visitingMembers = known.filter(({ id }) => weeksOf.get(id)?.has(week))
    const absentMembers = known.filter(({ id }) => !weeksOf.get(id)?.has(week))
    if (
      [visitingMembers, absentMembers].some((part) =>
        revealsSmallGroup(part.map(({ fits }) => fits)),
      )
    )
      return null
    const count = known.filter(isFitting).length
    return count ? visitingMembers.filter(isFitting).length / count : null
  }
  return cohortsOf(members, range).map(([week, joined]) => {
    const size = sizeOf(joined)
    const active: (number | null)[] = []
    for (let each = week; each <= today; each = addDays(each, 7)) {
      active.push(size === null || each < countedFrom ? null : shareOf(joined, each))
    }
    return { week, members: size, active }
  })
}

/** Members who joined in a range, by week. Weeks in which no matching member joined are missing. */
const cohortsOf = (members: readonly Joined[], { from, to }: DayRange): [string, Joined[]][] =>
  [
    ...Map.groupBy(
      members.filter(({ joined }) => joined >= from && joined <= to),
      ({ joined }) => weekOf(joined),
    ),
  ]
    .filter(([, joined]) => joined.some(isFitting))
    .toSorted(([a], [b]) => a.localeCompare(b))

/** How many members of a cohort match the filters; null if the number would reveal a group of fewer than five. */
const sizeOf = (joined: readonly Joined[]): number | null =>
  areTooFew(joined.map(({ fits }) => fits)) ? null : joined.filter(isFitting).length

const isFitting = ({ fits }: Joined): boolean => fits.every(Boolean)

/** How many of all members match the filters; null if the number would reveal a group of fewer than five. */
export function countMembers(members: readonly Joined[], today: string): number | null {
  const count = members.filter(isFitting).length
  const range = { from: '', to: today }
  const shown = cohortsOf(members, range).reduce(
    (sum, [, joined]) => sum + (sizeOf(joined) ?? 0),
    0,
  )
  // Subtracting the shown groups from the number would reveal the size of a small group.
  return isSmall(count) || isSmall(count - shown) ? null : count
}
