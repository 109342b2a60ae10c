import { firstRawDay } from '../rollups/days.ts'
import type { Kind } from '../rollups/queries/kinds.ts'
import type { DayRange, Funnel, Split } from '../rollups/rules.ts'
import type { ReportFilters } from './contract.ts'

/** What a report counts: where its rows come from, and the filters. */
export type Scope = {
  split: Split
  filters: ReportFilters
  /** The members whom filters by the profile find; null without such filters. */
  members: readonly number[] | null
  /** Whether `pages` has visitors. */
  countsVisitors?: boolean
  funnels?: readonly Funnel[]
  /** Of this day only visits count that began before a clock time, `HH:MM`. */
  cut?: { day: string; time: string; timeZone: string }
}

type Filter = keyof ReportFilters

const always: readonly Filter[] = ['device', 'signed', 'bots']
const ofSegments: readonly Filter[] = ['source', 'medium', 'campaign', 'browser', 'os', 'country']

/** The filters that can be applied to sums. Others need raw rows. */
const filtersOf: Record<Kind, readonly Filter[]> = {
  visits: [...always, ...ofSegments, 'entry'],
  pages: [...always, ...ofSegments, 'page'],
  times: [...always, 'page'],
  moves: [...always, 'page'],
  actions: [...always, 'page'],
  vitals: [...always, 'page'],
  funnels: [...always, ...ofSegments],
}

/** Whether sums have what the filters need. */
export const canUseSums = (kind: Kind, filters: ReportFilters): boolean =>
  (Object.keys(filters) as Filter[]).every(
    (name) => filters[name] === undefined || filtersOf[kind].includes(name),
  )

/**
 * The first day of a range with numbers of a kind, if that is not the range's own: single visits before it, which the
 * filters need, are deleted. Else null.
 * @param today the venue's date
 */
export function firstKeptDay(
  kind: Kind,
  { filters, range, today }: { filters: ReportFilters; range: DayRange; today: string },
): string | null {
  const first = firstRawDay(kind, today)
  return canUseSums(kind, filters) || range.from >= first ? null : first
}
