import { minMembers } from '../rules.ts'

/** Whether a number of members is shown as a group, or is too small for that. Nobody is no group. */
export const isSmall = (members: number): boolean => members > 0 && members < minMembers

/**
 * Leaves out rows about fewer than five members, and with them the smallest other row: the difference between the
 * total and the shown rows is then about at least five. The members of small rows are not added up, because several
 * rows can be about the same members.
 */
export function withoutSmall<Row extends { members: number }>(rows: readonly Row[]): Row[] {
  if (!rows.some(({ members }) => isSmall(members))) return [...rows]
  const [, ...shown] = rows
    .filter(({ members }) => members >= minMembers)
    .toSorted((a, b) => a.members - b.members)
  return rows.filter((row) => shown.includes(row))
}

/** Like `withoutSmall` for each metric apart; rows without a page are the sums of a metric. */
export function withoutSmallPages<
  Row extends { metric: string; page: string | null; members: number },
>(rows: readonly Row[]): Row[] {
  const pages = Map.groupBy(
    rows.filter(({ page }) => page !== null),
    ({ metric }) => metric,
  )
  const shown = new Set([...pages.values()].flatMap(withoutSmall))
  return rows.filter((row) => (row.page === null ? !isSmall(row.members) : shown.has(row)))
}

type Counted = { entries: number; exits: number; entryMembers: number; exitMembers: number }

/**
 * Pages without numbers of entries and of exits (null) that are about fewer than five members, and without the smallest
 * other number of each, as `withoutSmall` does it for rows.
 * @param rows all pages, because their entries and exits add up to all visits
 */
export function withoutSmallEnds<Row extends Counted>(rows: readonly Row[]) {
  const [entries, exits] = [
    shownBy(rows, ({ entryMembers }) => entryMembers),
    shownBy(rows, ({ exitMembers }) => exitMembers),
  ]
  return rows.map((row) => ({
    ...row,
    entries: entries(row) ? row.entries : null,
    exits: exits(row) ? row.exits : null,
  }))
}

/** @returns whether a row's number is shown. Nobody's is. */
function shownBy<Row>(rows: readonly Row[], count: (row: Row) => number) {
  const counted = rows.map((row) => ({ row, members: count(row) }))
  const shown = new Set(withoutSmall(counted).map(({ row }) => row))
  return (row: Row): boolean => count(row) === 0 || shown.has(row)
}

/**
 * Shown rows, the largest first. Lists with another `amount` have the same rows if they are of the same `rows`,
 * so that none shows what another leaves out.
 * @param rows all, also those without an amount
 * @param amount null for one that is not shown
 * @param limit most rows; null for all
 */
export const rankShown = <Row extends { members: number }>(
  rows: readonly Row[],
  amount: (row: Row) => number | null,
  limit: number | null,
): Row[] =>
  withoutSmall(rows)
    .filter((row) => (amount(row) ?? 0) > 0)
    .toSorted((a, b) => (amount(b) ?? 0) - (amount(a) ?? 0))
    .slice(0, limit ?? undefined)

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
