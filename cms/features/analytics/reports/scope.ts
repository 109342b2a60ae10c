import { firstRawDay } from '../rollups/days.ts'
import type { Kind } from '../rollups/queries/kinds.ts'
import type { DayRange, Funnel, Split } from '../rollups/rules.ts'
import type { ReportFilters } from './contract.ts'

/** What a report counts: the source of its rows, and the filters. */
export type Scope = {
  split: Split
  filters: ReportFilters
  /** The members who match the filters by members' profiles; null without such filters. */
  members: readonly number[] | null
  /** Whether facts of the kind `pages` contain the number of visitors. */
  countsVisitors?: boolean
  funnels?: readonly Funnel[]
  /** On this day, only visits that began before a clock time (`HH:MM`) count. */
  cut?: { day: string; time: string; timeZone: string }
}

type Filter = keyof ReportFilters

const commonFilters: readonly Filter[] = ['device', 'signed', 'bots']
const segmentFilters: readonly Filter[] = [
  'source',
  'medium',
  'campaign',
  'browser',
  'os',
  'country',
]

/** The filters that the sums of each kind support. Other filters need raw rows. */
const filtersOf: Record<Kind, readonly Filter[]> = {
  visits: [...commonFilters, ...segmentFilters, 'entry'],
  pages: [...commonFilters, ...segmentFilters, 'page'],
  times: [...commonFilters, 'page'],
  moves: [...commonFilters, 'page'],
  actions: [...commonFilters, 'page'],
  vitals: [...commonFilters, 'page'],
  funnels: [...commonFilters, ...segmentFilters],
}

/** Whether the sums of a kind support the filters. */
export const canUseSums = (kind: Kind, filters: ReportFilters): boolean =>
  (Object.keys(filters) as Filter[]).every(
    (name) => filters[name] === undefined || filtersOf[kind].includes(name),
  )

/**
 * The first day whose visits still exist, if the filters need single visits and the range begins before this day.
 * Otherwise null.
 * @param today the venue's date
 */
export function firstKeptDay(
  kind: Kind,
  { filters, range, today }: { filters: ReportFilters; range: DayRange; today: string },
): string | null {
  const first = firstRawDay(kind, today)
  return canUseSums(kind, filters) || range.from >= first ? null : first
}
