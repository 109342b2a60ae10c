import { z } from 'zod'
import { type Database, findRows, type SQL, sql } from '../../../../platform/database/query.ts'
import { allOf } from '../../rollups/queries/kinds.ts'
import type { RawTable } from '../../rules.ts'
import type { Cell, ReportFilters } from '../contract.ts'
import { segmentConditions, sessionConditions } from './facts.ts'

const ids = ['day', 'session_id', 'id', 'user_id']

/** The columns that staff see. They do not include a visitor's id. */
export const rawColumns: Record<RawTable, readonly string[]> = {
  user_sessions: [
    'day',
    'session_id',
    'user_id',
    'started_at',
    'ended_at',
    'user_agent',
    'referrer',
    'device_type',
    'browser',
    'os',
    'country',
    'source',
    'medium',
    'campaign',
    'is_authenticated',
    'entry_page',
    'exit_page',
    'views',
    'interactions',
    'bot',
  ],
  page_views: [
    ...ids,
    'page_path',
    'page_title',
    'referrer',
    'viewed_at',
    'time_spent_seconds',
    'scroll_depth_percent',
    'is_bounce',
    'is_entry',
    'lcp_ms',
    'inp_ms',
    'cls',
    'fcp_ms',
    'ttfb_ms',
  ],
  user_journeys: [...ids, 'from_page', 'to_page', 'transition_type', 'at'],
  user_interactions: [
    ...ids,
    'page_path',
    'interaction_type',
    'element_id',
    'element_class',
    'element_text',
    'coordinates',
    'additional_data',
    'at',
  ],
}

/**
 * Columns about one member. Only admins see them: with the list of members, publishers could find out to whom a visit
 * belongs.
 */
export const memberColumns: readonly string[] = ['user_id', 'element_text', 'coordinates']

const momentColumn: Record<RawTable, string> = {
  user_sessions: 'started_at',
  page_views: 'viewed_at',
  user_journeys: 'at',
  user_interactions: 'at',
}

/** PostgreSQL has no year 0. */
const hasYear = (text: string) => text >= '0001'
const rowId = z.string().regex(/^[\w-]{0,60}$/)

/** The position where a page of rows ends. All accepted values, even invented ones, are valid in PostgreSQL. */
export const rawPosition = z.object({
  day: z.iso.date().refine(hasYear),
  at: z.iso.datetime().refine(hasYear),
  session: rowId,
  id: rowId,
})
export type RawPosition = z.output<typeof rawPosition>

const rawRow = z.object({
  cells: z.record(z.string(), z.custom<Cell>()),
  position: rawPosition,
})

export type RawRequest = {
  table: RawTable
  /** The columns to read, a subset of `rawColumns`. */
  columns: readonly string[]
  from: string
  to: string
  filters: ReportFilters
  /** The end of the previous page of rows; null for the first page. */
  after: RawPosition | null
  limit: number
  /**
   * `time`: the newest first. `key`: in the order of the primary key within one day (`from`), which is faster if all
   * rows are read.
   */
  order: 'time' | 'key'
}

/** One page of a raw table. */
export function findRawRows(db: Database, request: RawRequest) {
  const { table, columns, from, to, after, limit, order } = request
  const name = sql.raw(table)
  const at = sql.raw(`r.${momentColumn[table]}`)
  const id = table === 'user_sessions' ? sql`''` : sql`r.id`
  const cells = sql.raw(columns.map((each) => `'${each}', r.${each}`).join(', '))
  const afterCondition = !after
    ? sql`true`
    : order === 'time'
      ? sql`r.day <= ${after.day}::date and (r.day, ${at}, r.session_id, ${id})
              < (${after.day}::date, ${after.at}::timestamptz, ${after.session}::text, ${after.id}::text)`
      : sql`s.session_id >= ${after.session} and ${
          table === 'user_sessions'
            ? sql`r.session_id > ${after.session}`
            : sql`(r.session_id, r.id) > (${after.session}::text, ${after.id}::text)`
        }`
  // With one fixed day for both tables, PostgreSQL can read both in the order of their keys.
  const rangeCondition =
    order === 'key'
      ? sql`r.day = ${from}::date and s.day = ${from}::date`
      : sql`r.day between ${from}::date and ${to}::date`
  const orderBy =
    order === 'time'
      ? sql`r.day desc, ${at} desc, r.session_id desc ${table === 'user_sessions' ? sql`` : sql`, r.id desc`}`
      : sql`r.session_id ${table === 'user_sessions' ? sql`` : sql`, r.id`}`
  // The subquery selects the rows of the page, so that only these rows are converted to JSON.
  return findRows(db, rawRow)`
    select jsonb_build_object(${cells}) as cells,
           jsonb_build_object('day', r.day::text, 'at', ${inUtc(at)}, 'session', r.session_id, 'id', ${id}) as position
      from (select r.* from ${name} as r ${joinSessions(request)}
             where ${rangeCondition} and ${afterCondition} and ${allOf(conditionsOf(request))}
             order by ${orderBy} limit ${limit}) as r
     order by ${orderBy}`
}

const inUtc = (at: SQL): SQL =>
  sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** SQL: the session of a row as `s`, and its segment as `g`. */
const joinSessions = ({ table }: RawRequest): SQL =>
  table === 'user_sessions'
    ? sql`cross join lateral (select r.*) as s join analytics_segments as g on g.id = s.segment`
    : sql`join user_sessions as s on s.day = r.day and s.session_id = r.session_id
          join analytics_segments as g on g.id = s.segment`

function conditionsOf({ table, filters }: RawRequest): SQL[] {
  const { page } = filters
  const onPage: Record<RawTable, (path: string) => SQL> = {
    user_sessions: (path) =>
      sql`exists (select from page_views as v
                   where v.day = r.day and v.session_id = r.session_id and v.page_path = ${path})`,
    page_views: (path) => sql`r.page_path = ${path}`,
    user_journeys: (path) => sql`(r.from_page = ${path} or r.to_page = ${path})`,
    user_interactions: (path) => sql`r.page_path = ${path}`,
  }
  return [
    ...sessionConditions({ filters, members: null }),
    ...segmentConditions(filters),
    ...(page === undefined ? [] : [onPage[table](page)]),
  ]
}
