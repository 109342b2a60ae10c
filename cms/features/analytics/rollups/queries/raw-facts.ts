import { type SQL, sql, textList } from '../../../../platform/database/query.ts'
import { type Vital, vitalTargets } from '../../rules.ts'
import {
  actionEvents,
  type Funnel,
  isMailed,
  maxCountedVisits,
  timeScale,
  vitalScales,
} from '../rules.ts'
import { allOf, dayList, type Kind } from './kinds.ts'

/** Which raw rows are counted, and how they are grouped. */
export type RawScope = {
  days: readonly string[]
  /** SQL conditions on `user_sessions as s`. */
  sessions?: readonly SQL[]
  /** SQL conditions on `analytics_segments as g`, the segments of the sessions. */
  segments?: readonly SQL[]
  /** Only views, moves and interactions of this page; for `funnels`, visits in which it was viewed. */
  page?: string
  /** Whether `pages` counts visitors, which is slower. */
  countsVisitors?: boolean
  /** Whether each member's numbers are separate rows, with the column `user_id`. */
  byMember?: boolean
  /**
   * Whether rows of all days and audiences (device type, signed in, bot) are combined into one, in which these columns
   * are null. Grouping by them takes longer than reading the rows. Only for `times`, `moves` and `vitals`.
   */
  isOneSum?: boolean
  /** The funnels whose steps `funnels` counts. */
  funnels?: readonly Funnel[]
}

/**
 * SQL: the numbers of raw rows in the columns of a kind's table, with `start` but without `period`. The same statement
 * fills the table and counts, for reports, the days that the table does not contain yet.
 */
export const rawFacts = (kind: Kind, scope: RawScope): SQL => statements[kind](scope)

const inDays = (scope: RawScope) => sql`day = any(${dayList(scope.days)})`

const onPage = ({ page }: RawScope) => (page === undefined ? sql`true` : sql`page_path = ${page}`)

/** SQL: the visits of a scope as `s`. */
const sessionsOf = (scope: RawScope, { segments = scope.segments ?? [] } = {}) => sql`(
  select s.day, s.session_id, s.visitor_id, s.number, s.user_id, s.started_at, s.entry_page, s.exit_page,
         s.segment, g.source, g.medium, g.campaign, g.device_type, g.is_authenticated, g.bot
    from user_sessions as s join analytics_segments as g on g.id = s.segment
   where s.${inDays(scope)} and ${allOf([...(scope.sessions ?? []), ...segments])}) as s`

const memberColumn = ({ byMember }: RawScope) => (byMember ? sql`, s.user_id` : sql``)

/** SQL: the origin of the visits of a segment. */
const originOf = (segment: 's' | 'g' | 'l') =>
  sql.raw(`row (${segment}.source, ${segment}.medium, ${segment}.campaign)`)

// Earlier visits are searched in all segments. The query that reads the numbers decides which of these visits match.
const visits = (scope: RawScope) => sql`
  select s.day as start, s.segment, s.entry_page, coalesce(earlier.segments, '{}') as earlier_segments,
         coalesce(earlier.entries, '{}') as earlier_entries, count(*) as sessions,
         count(*) filter (where s.number <= ${maxCountedVisits} and earlier.has_own is not true) as visitors,
         count(*) filter (where s.number <= ${maxCountedVisits} and earlier.has_any is not true) as first_visits,
         count(*) filter (
           where s.number <= ${maxCountedVisits} and earlier.has_origin is not true) as firsts_of_origin,
         coalesce(sum(v.views), 0) as views, coalesce(sum(v.bounces), 0) as bounces,
         coalesce(sum(v.scroll), 0) as scroll ${memberColumn(scope)}
    from ${sessionsOf(scope)}
    left join (
      select day, session_id, bool_or(is_own) as has_own, bool_or(is_like) as has_any,
             bool_or(is_like and is_origin) as has_origin,
             case when not bool_or(is_own) then array_agg(segment order by segment, entry_page) end as segments,
             case when not bool_or(is_own) then array_agg(entry_page order by segment, entry_page) end as entries
        from (
          select distinct later.day, later.session_id, s.segment, s.entry_page,
                 s.segment = later.segment and s.entry_page = later.entry_page as is_own,
                 (g.bot is null) = (l.bot is null) as is_like, ${originOf('g')} is not distinct from ${originOf('l')} as is_origin
            from user_sessions as later
            join user_sessions as s
              on s.day = later.day and s.visitor_id = later.visitor_id and s.number < later.number
            join analytics_segments as g on g.id = s.segment
            join analytics_segments as l on l.id = later.segment
           where later.${inDays(scope)} and later.number between 2 and ${maxCountedVisits}
                 and s.${inDays(scope)} and ${allOf(scope.sessions ?? [])}) as pairs
       group by day, session_id) as earlier using (day, session_id)
    left join (
      select day, session_id, count(*) as views, count(*) filter (where is_bounce) as bounces,
             sum(scroll_depth_percent) as scroll
        from page_views where ${inDays(scope)} group by day, session_id) as v using (day, session_id)
   group by s.day, s.segment, s.entry_page, earlier.segments, earlier.entries ${memberColumn(scope)}`

/** SQL: the segments of the visitor's earlier visits on the same day in which the page was viewed. */
const earlierSegments = ({ countsVisitors }: RawScope) =>
  countsVisitors
    ? sql`array_agg(s.segment) over (partition by s.day, s.visitor_id, v.page_path order by s.number
                                     rows between unbounded preceding and 1 preceding)`
    : sql`null::int[]`

/**
 * SQL: whether the visitor viewed the page in no earlier visit of the day.
 * @param sameColumns columns in which the earlier visits equal this one, each after a comma
 */
const isFirstVisitToPage = ({ countsVisitors }: RawScope, sameColumns = sql``) =>
  countsVisitors
    ? sql`row_number() over (partition by s.day, s.visitor_id, v.page_path, s.bot is null ${sameColumns}
                             order by s.number) = 1 and s.number <= ${maxCountedVisits}`
    : sql`false`

const pages = (scope: RawScope) => sql`
  select s.day as start, s.segment, s.page_path, s.earlier_segments, count(*) as sessions,
         count(*) filter (where ${scope.countsVisitors === true} and not s.is_repeated) as visitors,
         count(*) filter (where s.is_first) as first_visits,
         count(*) filter (where s.is_first_of_origin) as firsts_of_origin, sum(s.views) as views,
         sum(s.bounces) as bounces, sum(s.scroll) as scroll,
         count(*) filter (where s.entry_page = s.page_path) as entries,
         count(*) filter (where s.exit_page = s.page_path) as exits ${memberColumn(scope)}
    from (
      select s.*, s.number > ${maxCountedVisits} or coalesce(s.segment = any(s.earlier), false) as is_repeated,
             case when s.earlier is null or s.number > ${maxCountedVisits} or s.segment = any(s.earlier) then '{}'
                  else array(select distinct unnest(s.earlier) order by 1) end as earlier_segments
        from (
          select s.day, s.number, s.segment, s.user_id, s.entry_page, s.exit_page, v.page_path, count(*) as views,
                 count(*) filter (where v.is_bounce) as bounces, sum(v.scroll_depth_percent) as scroll,
                 ${earlierSegments(scope)} as earlier, ${isFirstVisitToPage(scope)} as is_first,
                 ${isFirstVisitToPage(scope, sql`, s.source, s.medium, s.campaign`)} as is_first_of_origin
            from ${scope.countsVisitors ? sessionsOf(scope, { segments: [] }) : sessionsOf(scope)}
            join (
              select day, session_id, page_path, is_bounce, scroll_depth_percent
                from page_views where ${inDays(scope)} and ${onPage(scope)}) as v using (day, session_id)
           group by s.day, s.session_id, s.visitor_id, s.number, s.segment, s.source, s.medium, s.campaign, s.bot,
                    s.user_id, s.entry_page, s.exit_page, v.page_path) as s) as s
    join analytics_segments as g on g.id = s.segment
   where ${allOf(scope.segments ?? [])}
   group by s.day, s.segment, s.page_path, s.earlier_segments ${memberColumn(scope)}`

/** SQL: the seconds of a view, rounded as `timeScale` says. */
const roundedSeconds = (() => {
  const { exactUntil, step, max } = timeScale
  return sql.raw(`case when v.time_spent_seconds <= ${exactUntil} then v.time_spent_seconds
                       else least(v.time_spent_seconds, ${max}) / ${step} * ${step} end`)
})()

const audience = sql`s.device_type, s.is_authenticated, s.bot`

const dayAndAudience = ({ isOneSum }: RawScope) =>
  isOneSum
    ? sql`null::date as start, null::text as device_type, null::boolean as is_authenticated, null::text as bot`
    : sql`s.day as start, ${audience}`
const byDayAndAudience = ({ isOneSum }: RawScope) => (isOneSum ? sql`` : sql`s.day, ${audience},`)

const times = (scope: RawScope) => sql`
  select ${dayAndAudience(scope)}, v.page_path, ${roundedSeconds} as seconds,
         count(*) as views ${memberColumn(scope)}
    from ${sessionsOf(scope)}
    join (select day, session_id, page_path, time_spent_seconds
            from page_views where ${inDays(scope)} and ${onPage(scope)}) as v using (day, session_id)
   group by ${byDayAndAudience(scope)} v.page_path, ${roundedSeconds} ${memberColumn(scope)}`

const moves = (scope: RawScope) => sql`
  select ${dayAndAudience(scope)}, j.from_page, j.to_page, j.transition_type, count(*) as moves,
         count(distinct s.session_id) as sessions ${memberColumn(scope)}
    from ${sessionsOf(scope)}
    join (select day, session_id, from_page, to_page, transition_type
            from user_journeys
           where ${inDays(scope)} and ${
             scope.page === undefined
               ? sql`true`
               : sql`(from_page = ${scope.page} or to_page = ${scope.page})`
           }) as j using (day, session_id)
   group by ${byDayAndAudience(scope)} j.from_page, j.to_page, j.transition_type ${memberColumn(scope)}`

const actions = (scope: RawScope) => sql`
  select s.day as start, ${audience}, i.page_path, i.interaction_type, i.element,
         count(*) as interactions, count(distinct s.session_id) as sessions ${memberColumn(scope)}
    from ${sessionsOf(scope)}
    join (select day, session_id, page_path, interaction_type,
                 case when interaction_type = 'event' then additional_data ->> 'name'
                      else coalesce(element_id, '→ ' || (additional_data ->> 'to'), element_class)
                      end as element
            from user_interactions where ${inDays(scope)} and ${onPage(scope)}) as i
         using (day, session_id)
   group by s.day, ${audience}, i.page_path, i.interaction_type, i.element ${memberColumn(scope)}`

/** SQL rows: the measurements of a view, rounded up as `vitalScales` says. Integers are faster than `numeric`. */
const measurements = sql.raw(
  (Object.keys(vitalTargets) as Vital[])
    .map((metric) => {
      const { column, factor, step, max } = vitalScales[metric]
      // Stored fractions are not exact: 0.1 is stored as 0.100000001.
      const value =
        factor === 1 ? `v.${column}` : `ceil(round(v.${column} * ${factor * 100}) / 100)::int`
      // `least` ignores null, so a missing measurement needs its own condition.
      return `('${metric}', case when v.${column} is not null then least((${value} + ${step - 1}) / ${step} * ${step}, ${max}) end)`
    })
    .join(', '),
)

const vitals = (scope: RawScope) => sql`
  select ${dayAndAudience(scope)}, v.page_path, m.metric, m.value, count(*) as views ${memberColumn(scope)}
    from ${sessionsOf(scope)}
    join (select day, session_id, page_path, lcp_ms, inp_ms, fcp_ms, ttfb_ms, cls
            from page_views
           where ${inDays(scope)} and ${onPage(scope)}
             and coalesce(lcp_ms, inp_ms, fcp_ms, ttfb_ms, cls) is not null) as v using (day, session_id)
    cross join lateral (values ${measurements}) as m (metric, value)
   where m.value is not null
   group by ${byDayAndAudience(scope)} v.page_path, m.metric, m.value ${memberColumn(scope)}`

/**
 * What happened in a visit becomes a text such as `<2><1><3>`, in the order of time. Each number stands for a need of
 * funnels that was met. A step is reached if all needs since the last mailed step occur in their order: `%<2>%<3>%`.
 */
function funnels(scope: RawScope) {
  const needs = new Map<string, { n: number; kind: string; value: string | null }>()
  const steps: { funnel: string; step: number; pattern: string }[] = []
  for (const { id, steps: own } of scope.funnels ?? []) {
    let pattern = '%'
    for (const [index, { need }] of own.entries()) {
      const value = 'value' in need ? need.value : null
      const key = JSON.stringify([need.kind, value])
      const known = needs.get(key) ?? { n: needs.size, kind: need.kind, value }
      needs.set(key, known)
      if (isMailed(need)) pattern = '%'
      pattern += `<${known.n}>%`
      steps.push({ funnel: id, step: index + 1, pattern })
    }
  }
  const valuesOf = (kind: string) => sql`(select n, value from needs where kind = ${kind})`
  const viewCondition = sql`exists (select from page_views as viewed
                                where viewed.${inDays(scope)} and viewed.page_path = ${scope.page}
                                  and viewed.day = s.day and viewed.session_id = s.session_id)`
  const scopeOfPage =
    scope.page === undefined
      ? scope
      : { ...scope, sessions: [...(scope.sessions ?? []), viewCondition] }
  return sql`
    with needs as materialized (
      select * from jsonb_to_recordset(${JSON.stringify([...needs.values()])}::jsonb)
        as need (n int, kind text, value text)),
    steps as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb)
        as step (funnel text, step int, pattern text)),
    sources as materialized (
      select s.day, s.session_id, need.n, s.source
        from ${sessionsOf(scope)} join ${valuesOf('source')} as need on need.value = s.source),
    occurrences as (
      select day, session_id, '-infinity'::timestamptz as at, n from sources
      union all
      select day, session_id, viewed_at, need.n
        from page_views join ${valuesOf('page')} as need on need.value = page_path
       where ${inDays(scope)}
      union all
      select v.day, v.session_id, v.viewed_at, need.n
        from ${valuesOf('stay')} as need, sources
        join page_views as v using (day, session_id)
       where not v.is_bounce and v.${inDays(scope)}
      union all
      select day, session_id, at, need.n
        from user_interactions join ${valuesOf('event')} as need on need.value = additional_data ->> 'name'
       where interaction_type = 'event' and ${inDays(scope)}
      union all
      select day, session_id, at, need.n
        from ${valuesOf('action')} as need, user_interactions
       where ${inDays(scope)}
         and (interaction_type = 'submit'
              or (interaction_type = 'event'
                  and additional_data ->> 'name' in ${textList(actionEvents)}))),
    sequences as (
      select day, session_id, string_agg('<' || n || '>', '' order by at, n) as sequence
        from occurrences group by day, session_id)
    select s.day as start, s.segment, steps.funnel, steps.step, count(*) as sessions ${memberColumn(scope)}
      from sequences join ${sessionsOf(scopeOfPage)} using (day, session_id)
      join steps on sequences.sequence like steps.pattern
     group by s.day, s.segment, steps.funnel, steps.step ${memberColumn(scope)}`
}

const statements = { visits, pages, times, moves, actions, vitals, funnels } satisfies Record<
  Kind,
  (scope: RawScope) => SQL
>
