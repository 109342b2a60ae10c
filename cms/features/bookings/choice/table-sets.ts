import { limits, type Needs, type Table } from '../rules.ts'

/** A table, or neighbouring tables that are joined. */
export type TableSet = {
  tables: readonly Table[]
  seats: number
  /** Whether it is a table alone that can be joined with others. */
  isJoinable: boolean
}

/**
 * All tables of an area, each alone, and all runs of neighbours in the list that have a group in common.
 * @param tables of one area, in the order of the list
 */
export function tableSetsOf(tables: readonly Table[]): TableSet[] {
  const alone = tables.map((table) => ({
    tables: [table],
    seats: table.max,
    isJoinable: table.groups.some((group) =>
      tables.some((other) => other !== table && other.groups.includes(group)),
    ),
  }))
  const runs = new Map<string, TableSet>()
  for (const group of new Set(tables.flatMap(({ groups }) => groups))) {
    const members = tables.filter(({ groups }) => groups.includes(group))
    for (let size = 2; size <= Math.min(limits.joined, members.length); size++) {
      for (let first = 0; first + size <= members.length; first++) {
        const run = members.slice(first, first + size)
        const seats = run.reduce((sum, { max }) => sum + max, 0)
        // A table can be in two groups with the same neighbour.
        runs.set(run.map(({ id }) => id).join(), { tables: run, seats, isJoinable: false })
      }
    }
  }
  return [...alone, ...runs.values()]
}

/** Whether a party sits at these tables, no matter when. */
export function fits(
  { tables, seats }: TableSet,
  { party, spareSeats, needs = {} }: { party: number; spareSeats: number; needs?: Needs },
): boolean {
  if (party > seats || seats - party > spareSeats) return false
  const [first, last] = [tables[0], tables.at(-1)]
  if (!first || !last) return false
  const isEnough =
    tables.length === 1 ? party >= first.min : party > seats - Math.min(first.max, last.max)
  return (
    isEnough &&
    (!needs.isStepFree || tables.every(({ isStepFree }) => isStepFree)) &&
    (!needs.isOutdoors || tables.every(({ isOutdoors }) => isOutdoors)) &&
    (!needs.hasHighChair || tables.some(({ hasHighChair }) => hasHighChair))
  )
}
