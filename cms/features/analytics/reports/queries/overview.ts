import { z } from 'zod'
import {
  type Database,
  findRows,
  hasRow,
  requireRow,
  sql,
} from '../../../../platform/database/query.ts'
import { allOf } from '../../rollups/queries/kinds.ts'
import type { DayRange } from '../../rollups/rules.ts'
import type { TimeUnit } from '../rules.ts'
import type { Scope } from '../scope.ts'
import { countVisitors, factsOf, segmentConditions, sessionConditions } from './facts.ts'

const sums = z.object({
  visitors: z.number(),
  sessions: z.number(),
  views: z.number(),
  bounces: z.number(),
  scroll: z.number(),
})
export type Sums = z.output<typeof sums>

/** SQL: the sums of facts `as f`. */
const sumColumns = (scope: Scope) => sql`
  ${countVisitors(scope)}::float8 as visitors, coalesce(sum(sessions), 0)::float8 as sessions,
  coalesce(sum(views), 0)::float8 as views, coalesce(sum(bounces), 0)::float8 as bounces,
  coalesce(sum(scroll), 0)::float8 as scroll`

/** The kind of sums to count: visits as a whole or, with a filter by page, the visits of this page. */
export const visitKind = ({ filters }: Pick<Scope, 'filters'>): 'pages' | 'visits' =>
  filters.page === undefined ? 'visits' : 'pages'

export const sumVisits = (db: Database, scope: Scope) =>
  requireRow(db, sums)`
    select ${sumColumns(scope)}
      from ${factsOf(visitKind(scope), scope)} as f`

/** Whether there were any visits in a range, by people or bots. */
export const hasVisits = (db: Database, { from, to }: DayRange): Promise<boolean> =>
  hasRow(db)`
    select where exists (select from analytics_visits
                          where period = 'day' and start between ${from}::date and ${to}::date)
              or exists (select from user_sessions where day between ${from}::date and ${to}::date)`

const point = z.object({
  start: z.string(),
  visitors: z.number(),
  sessions: z.number(),
  views: z.number(),
})

/** The sums of each period. Periods without visits are missing. */
export const findSeries = (db: Database, scope: Scope, step: Exclude<TimeUnit, 'hour'>) =>
  findRows(db, sums.extend({ start: z.string() }))`
    select to_char(${step === 'month' ? sql`date_trunc('month', start)` : sql`start`}, 'YYYY-MM-DD') as start,
           ${sumColumns(scope)}
      from ${factsOf(visitKind(scope), scope)} as f group by 1 order by 1`

/**
 * The hours of one day on the venue's clock. Events of the day's sessions that happened after the day count in the last
 * hour; events that happened before the day, but arrived later, count in the first hour. A session counts in the hour
 * in which it began. All hours are included, even of a day that is compared only until a clock time. Known limit: when
 * clocks are set back, the repeated hour is one point with the numbers of both hours. When clocks are set forward, one
 * point is empty.
 */
export function findHours(
  db: Database,
  { filters, members }: Pick<Scope, 'filters' | 'members'>,
  { day, timeZone }: { day: string; timeZone: string },
) {
  const { page } = filters
  const hourOf = (at: string) =>
    sql`greatest(least(date_trunc('hour', ${sql.raw(at)} at time zone ${timeZone}),
                       ${day}::date + interval '23 hours'), ${day}::date)`
  const viewCondition =
    page === undefined
      ? sql`true`
      : sql`exists (select from page_views as v
                     where v.day = s.day and v.session_id = s.session_id and v.page_path = ${page})`
  return findRows(db, point)`
    with visits as materialized (
      select s.session_id, s.started_at, s.segment, s.visitor_id, s.number
        from user_sessions as s
       where s.day = ${day}::date and ${allOf(sessionConditions({ filters, members }))} and ${viewCondition}),
    chosen as materialized (
      select visits.*, row_number() over (partition by visitor_id order by number) = 1 as is_first
        from visits join analytics_segments as g on g.id = visits.segment
       where ${allOf(segmentConditions(filters))}),
    counted as (
      select ${hourOf('started_at')} as hour, is_first::int as visitors, 1 as sessions, 0 as views
        from chosen
      union all
      select ${hourOf('viewed_at')}, 0, 0, 1
        from page_views join chosen using (session_id)
       where day = ${day}::date and ${page === undefined ? sql`true` : sql`page_path = ${page}`})
    select to_char(hour, 'YYYY-MM-DD"T"HH24:00') as start, sum(visitors)::float8 as visitors,
           sum(sessions)::float8 as sessions, sum(views)::float8 as views
      from counted group by 1 order by 1`
}

const median = z.object({ page: z.string().nullable(), seconds: z.number() })

/** The median time on each page, or on all pages as one row. */
export async function findMedians(
  db: Database,
  scope: Scope,
  by: 'pages' | 'all',
): Promise<Map<string | null, number>> {
  const page = by === 'pages' ? sql`page_path` : sql`null::text`
  const rows = await findRows(db, median)`
    select page, min(seconds)::float8 as seconds
      from (select page, seconds, sum(views) over (partition by page order by seconds) as until_here,
                   sum(views) over (partition by page) as total
              from (select ${page} as page, seconds, sum(views) as views
                      from ${factsOf('times', scope)} as f group by 1, 2) as by_time) as added
     where until_here * 2 >= total group by page`
  return new Map(rows.map((row) => [row.page, row.seconds]))
}
