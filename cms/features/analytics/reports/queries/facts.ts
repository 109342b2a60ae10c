import { idList, type SQL, sql } from '../../../../platform/database/query.ts'
import {
  allOf,
  dayList,
  hasSegment,
  type Kind,
  keysOf,
  kinds,
  numbersOf,
  tableOf,
} from '../../rollups/queries/kinds.ts'
import { rawFacts } from '../../rollups/queries/raw-facts.ts'
import type { ReportFilters } from '../contract.ts'
import type { Scope } from '../scope.ts'

/**
 * SQL: the numbers of a scope, for use as `from ${factsOf(…)} as f`. Columns: those of the kind, `start` (a month for
 * sums of months, otherwise a day), and, with filters by members' profiles, `user_id`.
 */
export function factsOf(kind: Kind, scope: Scope): SQL {
  const { split, members } = scope
  const parts: SQL[] = []
  const conditions = allOf(sumConditions(kind, scope.filters))
  for (const [period, starts] of [
    ['month', split.months],
    ['day', split.days],
  ] as const) {
    if (starts.length === 0) continue
    parts.push(sql`
      select start, ${keysOf(kind)}, ${numbersOf(kind)} from ${tableOf(kind)}
       where period = ${period} and start = any(${dayList(starts)}) and ${conditions}`)
  }
  if (split.raw.length || !parts.length) {
    const member = members ? sql`, user_id` : sql``
    parts.push(sql`
      select start, ${keysOf(kind)}, ${castNumbersOf(kind)} ${member}
        from (${rawFacts(kind, rawScope(scope))}) as counted`)
  }
  return sql`(${sql.join(parts, sql` union all `)})`
}

// Casts to the types of the table's columns. Sums of raw rows are `numeric`. Without the casts, `union all` would
// convert all rows to this slow type.
const castNumbersOf = (kind: Kind) =>
  sql.raw(
    kinds[kind].numbers
      .map((name) => `${name}::${name === 'scroll' ? 'bigint' : 'int'} as ${name}`)
      .join(', '),
  )

const rawScope = (scope: Scope) => ({
  days: scope.split.raw,
  sessions: sessionConditions(scope),
  segments: segmentConditions(scope.filters),
  page: scope.filters.page,
  countsVisitors: scope.countsVisitors,
  byMember: scope.members !== null,
  // Has an effect only for `times`, `moves` and `vitals`. Their reports do not distinguish days or audiences.
  isOneSum: true,
  funnels: scope.funnels,
})

/** SQL: the condition that a column equals `value`, or is null if `value` is empty; none if `value` is undefined. */
const conditionOn = (column: SQL, value: string | undefined): SQL[] => {
  if (value === undefined) return []
  return [value === '' ? sql`${column} is null` : sql`${column} = ${value}`]
}

const audienceConditions = ({ device, signed, bots }: ReportFilters, table: SQL): SQL[] => [
  ...conditionOn(sql`${table}device_type`, device),
  ...(signed ? [sql`${table}is_authenticated = ${signed === 'yes'}`] : []),
  ...(bots ? [] : [sql`${table}bot is null`]),
]

/** Conditions on `analytics_segments as g`. */
export const segmentConditions = (filters: ReportFilters): SQL[] => [
  ...audienceConditions(filters, sql`g.`),
  ...conditionOn(sql`g.source`, filters.source),
  ...conditionOn(sql`g.medium`, filters.medium),
  ...conditionOn(sql`g.campaign`, filters.campaign),
  ...conditionOn(sql`g.browser`, filters.browser),
  ...conditionOn(sql`g.os`, filters.os),
  ...conditionOn(sql`g.country`, filters.country),
]

/** Conditions on `user_sessions as s` that are not about its segment. */
export const sessionConditions = ({
  filters,
  members,
  cut,
}: Pick<Scope, 'filters' | 'members' | 'cut'>): SQL[] => [
  ...conditionOn(sql`s.entry_page`, filters.entry),
  ...(members ? [sql`s.user_id = any(${idList(members)}::int[])`] : []),
  ...(cut
    ? [
        sql`(s.day <> ${cut.day}::date or s.started_at
              < (${cut.day}::date + ${cut.time}::time) at time zone ${cut.timeZone}::text)`,
      ]
    : []),
]

/** Conditions on the table with the sums of a kind. */
function sumConditions(kind: Kind, filters: ReportFilters): SQL[] {
  const { page, entry } = filters
  const onPage =
    kind === 'moves' && page !== undefined
      ? [sql`(from_page = ${page} or to_page = ${page})`]
      : conditionOn(sql`page_path`, page)
  return [
    ...conditionOn(sql`entry_page`, entry),
    ...onPage,
    ...(hasSegment(kind)
      ? [
          sql`segment in (select g.id from analytics_segments as g
                          where ${allOf(segmentConditions(filters))})`,
        ]
      : audienceConditions(filters, sql``)),
  ]
}

/**
 * SQL: how many members a row is about; 0 without filters by members' profiles.
 * @param where counts only facts that match this condition
 */
export const countMembers = ({ members }: Scope, where = sql`true`): SQL =>
  members ? sql`(count(distinct user_id) filter (where ${where}))::int` : sql`0`

/**
 * SQL: the number of visitors in rows of visits or pages `as f`. A visitor counts once a day, with the first visit that
 * matches the filters. With `by`, a visitor counts once for each origin, with the first visit from this origin.
 */
export function countVisitors(
  { filters }: Pick<Scope, 'filters'>,
  { by }: { by?: 'origin' } = {},
): SQL {
  const { page, entry, source, medium, campaign, signed, bots } = filters
  // The other properties are the same for all visits of a visitor on a day.
  const isPlain = [entry, source, medium, campaign, signed, bots].every(
    (each) => each === undefined,
  )
  if (isPlain) return sql.raw(`coalesce(sum(${by ? 'firsts_of_origin' : 'first_visits'}), 0)`)
  const earlier =
    page === undefined
      ? sql`unnest(f.earlier_segments, f.earlier_entries) as e (segment, entry_page)`
      : sql`unnest(f.earlier_segments) as e (segment)`
  const origin = (segment: SQL) => sql`(
    select row (source, medium, campaign)::text from analytics_segments where id = ${segment})`
  const fitConditions = [
    // With `is true`, PostgreSQL uses no join for this condition. So the segments are read once and not for each row.
    sql`(e.segment in (select g.id from analytics_segments as g
                        where ${allOf(segmentConditions(filters))})) is true`,
    ...(page === undefined ? conditionOn(sql`e.entry_page`, entry) : []),
    ...(by ? [sql`${origin(sql`e.segment`)} = ${origin(sql`f.segment`)}`] : []),
  ]
  return sql`
    coalesce(sum(visitors) filter (
      where f.earlier_segments = '{}' or not exists (select from ${earlier} where ${allOf(fitConditions)})), 0)`
}
