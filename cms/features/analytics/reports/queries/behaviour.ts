import { z } from 'zod'
import { type Database, findRows, type SQL, sql } from '../../../../platform/database/query.ts'
import { vitalScales } from '../../rollups/rules.ts'
import { type Vital, vitalTargets } from '../../rules.ts'
import type { Scope } from '../scope.ts'
import { countMembers, factsOf } from './facts.ts'

const move = z.object({
  from: z.string(),
  to: z.string(),
  transition: z.string(),
  moves: z.number(),
  sessions: z.number(),
  members: z.number(),
})

export const findMoves = (db: Database, scope: Scope, limit: number | null) =>
  findRows(db, move)`
    select from_page as "from", to_page as "to", transition_type as transition,
           sum(moves)::float8 as moves, sum(sessions)::float8 as sessions, ${countMembers(scope)} as members
      from ${factsOf('moves', scope)} as f
     group by from_page, to_page, transition_type
     order by sum(moves) desc, from_page, to_page, transition_type limit ${limit}`

const action = z.object({
  page: z.string(),
  type: z.string(),
  element: z.string().nullable(),
  interactions: z.number(),
  sessions: z.number(),
  members: z.number(),
})

export const findActions = (db: Database, scope: Scope, limit: number | null) =>
  findRows(db, action)`
    select page_path as page, interaction_type as type, element, sum(interactions)::float8 as interactions,
           sum(sessions)::float8 as sessions, ${countMembers(scope)} as members
      from ${factsOf('actions', scope)} as f
     group by page_path, interaction_type, element
     order by sum(interactions) desc, page_path, interaction_type, element limit ${limit}`

const metrics = Object.keys(vitalTargets) as [Vital, ...Vital[]]
const vital = z.object({
  metric: z.enum(metrics),
  page: z.string().nullable(),
  p75: z.number(),
  good: z.number(),
  poor: z.number(),
  views: z.number(),
})

/** SQL: the limit of a metric, in the unit of the stored values. */
const limitOf = (name: 'good' | 'poor'): SQL =>
  sql.raw(
    `case metric ${metrics
      .map(
        (metric) =>
          `when '${metric}' then ${Math.round(vitalTargets[metric][name] * vitalScales[metric].factor)}`,
      )
      .join(' ')} end`,
  )

/** The measurements of all pages together (`page` null) and of each page. `good` and `poor` are numbers of views. */
export const findVitals = (db: Database, scope: Scope, limit: number | null) =>
  findRows(db, vital)`
    with by_page as materialized (
      select metric, page_path as page, value, sum(views)::bigint as views
        from ${factsOf('vitals', scope)} as f group by metric, page_path, value),
    by_value as (
      select metric, page, value, views, 0 as is_all from by_page
      union all
      select metric, null, value, sum(views), 1 from by_page group by metric, value),
    added as (
      select *, sum(views) over (partition by metric, is_all, page order by value) as until_here,
             sum(views) over (partition by metric, is_all, page) as total
        from by_value)
    select metric, page, (min(value) filter (where until_here * 4 >= total * 3))::float8 as p75,
           coalesce(sum(views) filter (where value <= ${limitOf('good')}), 0)::float8 as good,
           coalesce(sum(views) filter (where value > ${limitOf('poor')}), 0)::float8 as poor,
           sum(views)::float8 as views
      from added
     group by metric, is_all, page
     order by is_all desc, sum(views) desc, page, metric limit ${limit}`

const measured = z.object({
  metric: z.enum(metrics),
  page: z.string().nullable(),
  members: z.number(),
})

/** How many members each row of `findVitals` is about. */
export const countMeasuredMembers = (db: Database, scope: Scope) =>
  findRows(db, measured)`
    select metric, page_path as page, ${countMembers(scope)} as members
      from ${factsOf('vitals', scope)} as f
     group by grouping sets ((metric), (metric, page_path))`

const reached = z.object({
  funnel: z.string(),
  step: z.number(),
  sessions: z.number(),
  members: z.number(),
})

/** How many visits reached each step. Steps that no visit reached are missing. */
export const findSteps = (db: Database, scope: Scope) =>
  findRows(db, reached)`
    select funnel, step::int, sum(sessions)::float8 as sessions, ${countMembers(scope)} as members
      from ${factsOf('funnels', scope)} as f group by funnel, step`
