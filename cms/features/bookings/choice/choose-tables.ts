import type { Table } from '../rules.ts'
import type { TableSet } from './table-sets.ts'

/** When a table is taken, in milliseconds since 1970; `to` is free again. */
export type Span = { from: number; to: number }
/** When tables are taken. */
export type Busy = {
  /** When a table is taken on the days of a span, and perhaps more. */
  near: (table: number, span: Span) => readonly Span[]
}

const dayMs = 24 * 60 * 60_000
const dayOf = (at: number) => Math.floor(at / dayMs)

/**
 * Sorts what is taken by tables and days, so that a month with thousands of bookings is read quickly.
 * @param taken none of them is longer than some days
 * @param others spans of any length for some tables
 */
export function busyWith(
  taken: Iterable<Span & { table: number }>,
  others: ReadonlyMap<number, readonly Span[]> = new Map(),
): Busy {
  const byTable = new Map<number, Map<number, Span[]>>()
  for (const each of taken) {
    const days = byTable.get(each.table) ?? new Map<number, Span[]>()
    byTable.set(each.table, days)
    for (let day = dayOf(each.from); day <= dayOf(each.to); day++) {
      const spans = days.get(day)
      if (spans) spans.push(each)
      else days.set(day, [each])
    }
  }
  return {
    near: (table, span) => {
      const days = byTable.get(table)
      const found: Span[] = [...(others.get(table) ?? [])]
      for (let day = dayOf(span.from); day <= dayOf(span.to); day++) {
        found.push(...(days?.get(day) ?? []))
      }
      return found
    },
  }
}

const overlaps = (one: Span, other: Span) => one.from < other.to && other.from < one.to

/** Whether all tables of a set are free. */
export const isFree = (
  { tables }: { tables: readonly Pick<Table, 'id'>[] },
  span: Span,
  busy: Busy,
): boolean => tables.every(({ id }) => !busy.near(id, span).some((each) => overlaps(each, span)))

/**
 * Whether a booking would leave a gap at one of its tables in which no other booking has time. What is over by now is no
 * gap.
 */
export const leavesGap = (
  { tables }: TableSet,
  { from, to }: Span,
  { busy, shortestMs, now = 0 }: { busy: Busy; shortestMs: number; now?: number },
): boolean =>
  tables.some(({ id }) => {
    const gaps = busy
      .near(id, { from: from - shortestMs, to: to + shortestMs })
      .flatMap((each) => [...(from > now ? [from - each.to] : []), each.from - to])
      .filter((gap) => gap >= 0)
    const isUsed = (gap: number) => gap === 0 || gap >= shortestMs
    return !gaps.every(isUsed)
  })

/**
 * The free tables that a party gets, best first. Outdoors is only for who wishes so, so it is after all others. Joined tables are last, with few tables before many. A table that
 * leaves no useless gap comes before one that leaves one; then a table that cannot be joined comes before one that can;
 * then the smallest is first.
 * @param sets at which the party fits, in the order of the list
 */
export function rankTables(
  sets: readonly TableSet[],
  span: Span,
  { busy, shortestMs, now = 0 }: { busy: Busy; shortestMs: number; now?: number },
): TableSet[] {
  const ranks = new Map(
    sets
      .filter((set) => isFree(set, span, busy))
      .map((set) => [
        set,
        [
          set.tables.some(({ isOutdoors }) => isOutdoors) ? 1 : 0,
          set.tables.length,
          leavesGap(set, span, { busy, shortestMs, now }) ? 1 : 0,
          set.isJoinable ? 1 : 0,
          set.seats,
        ],
      ]),
  )
  return [...ranks.keys()].sort((one, other) => compare(ranks.get(one), ranks.get(other)))
}

function compare(one: readonly number[] = [], other: readonly number[] = []): number {
  const index = one.findIndex((rank, position) => rank !== other[position])
  return index < 0 ? 0 : (one[index] ?? 0) - (other[index] ?? 0)
}
