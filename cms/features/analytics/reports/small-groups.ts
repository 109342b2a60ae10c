import { minMembers } from '../../members/rules.ts'

/** Whether a number of members is too small to be shown as a group. 0 is not too small. */
export const isSmall = (members: number): boolean => members > 0 && members < minMembers

/**
 * Leaves out rows about fewer than five members. If there are any, also leaves out the smallest other row, so that the
 * difference between the total and the shown rows is about at least five members. The members of small rows are not
 * added up, because several rows can be about the same members.
 */
export function withoutSmall<Row extends { members: number }>(rows: readonly Row[]): Row[] {
  if (!rows.some(({ members }) => isSmall(members))) return [...rows]
  const [, ...shown] = rows
    .filter(({ members }) => members >= minMembers)
    .toSorted((a, b) => a.members - b.members)
  return rows.filter((row) => shown.includes(row))
}

/** Like `withoutSmall`, separately for each metric. Rows without a page are the sums of a metric. */
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
 * Replaces numbers of entries and exits by null if they are about fewer than five members, and also the smallest other
 * number of each, like `withoutSmall` does with rows.
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

/** @returns a function that tells whether a row's number is shown. A number about nobody is shown. */
function shownBy<Row>(rows: readonly Row[], count: (row: Row) => number) {
  const counted = rows.map((row) => ({ row, members: count(row) }))
  const shown = new Set(withoutSmall(counted).map(({ row }) => row))
  return (row: Row): boolean => count(row) === 0 || shown.has(row)
}

/**
 * Shown rows, the largest first. Lists of the same `rows` with another `amount` contain the same rows, so no list shows
 * what another one leaves out.
 * @param rows all rows, including rows without an amount
 * @param amount null for a row that is not shown
 * @param limit the maximum number of rows; null for all
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

/** For one member: whether the member matches each filter by members' profiles. */
export type Fitting = readonly boolean[]

/** @param member `hasArea`, `hasInterest` and `hasSlot` are true for filters that are not set */
export const fitsOf = (member: {
  hasArea: boolean
  hasInterest: boolean
  hasSlot: boolean
}): Fitting => [member.hasArea, member.hasInterest, member.hasSlot]

/**
 * Whether the members who match all filters are too few to be shown, or a comparison with a report that has only some
 * of the filters would reveal a small group.
 * @param members the members who visited in the range
 */
export const areTooFew = (members: readonly Fitting[]): boolean =>
  countFitting(members) < minMembers || revealsSmallGroup(members)

const countFitting = (members: readonly Fitting[]): number =>
  members.filter((fits) => fits.every(Boolean)).length

/**
 * Whether reports with some of the filters would together reveal a group of one to four members. Such reports reveal
 * how many members there are with each combination of matching and not matching filters.
 */
export function revealsSmallGroup(members: readonly Fitting[]): boolean {
  const combinations = Map.groupBy(members, (fits) => fits.join())
  return [...combinations.values()].some(({ length }) => isSmall(length))
}
