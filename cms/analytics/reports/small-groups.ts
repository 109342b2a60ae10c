import { minMembers } from '../rules.ts'

/** Whether a number of members is shown as a group, or is too small for that. Nobody is no group. */
export const isSmall = (members: number): boolean => members > 0 && members < minMembers

/**
 * Leaves out rows about fewer than five members. If those together are fewer than five too, the next smallest row
 * is left out as well, because the difference to the total would tell what they did.
 */
export function withoutSmall<Row extends { members: number }>(rows: readonly Row[]): Row[] {
  const ascending = rows.toSorted((a, b) => a.members - b.members)
  const hidden = new Set<Row>()
  let members = 0
  for (const row of ascending) {
    const isEnough = hidden.size === 0 ? !isSmall(row.members) : members >= minMembers
    if (!isSmall(row.members) && isEnough) break
    hidden.add(row)
    members += row.members
  }
  return rows.filter((row) => !hidden.has(row))
}

/** A member, and for each filter by the profile whether the member fits. */
export type Fitting = readonly boolean[]

/** @param member every member fits a filter that is not set */
export const fitsOf = (member: {
  hasArea: boolean
  hasInterest: boolean
  hasSlot: boolean
}): Fitting => [member.hasArea, member.hasInterest, member.hasSlot]

/**
 * Whether the members who fit all filters are too few to be shown, or can be told by comparing with a report that
 * has only some of the filters.
 * @param members those who visited in the range
 */
export const areTooFew = (members: readonly Fitting[]): boolean =>
  countFitting(members) < minMembers || canTellFew(members)

const countFitting = (members: readonly Fitting[]): number =>
  members.filter((fits) => fits.every(Boolean)).length

/**
 * Like `areTooFew`, but nobody can be shown: it is no group. From reports with some of the filters each combination of
 * filters that fit and do not can be derived.
 */
export function canTellFew(members: readonly Fitting[]): boolean {
  const combinations = Map.groupBy(members, (fits) => fits.join())
  return [...combinations.values()].some(({ length }) => isSmall(length))
}
