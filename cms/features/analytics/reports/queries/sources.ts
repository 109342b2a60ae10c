import { z } from 'zod'
import { type Database, findRows, sql } from '../../../../platform/database/query.ts'
import type { Scope } from '../scope.ts'
import { countMembers, countVisitors, factsOf } from './facts.ts'
import { visitKind } from './overview.ts'

const numbers = {
  sessions: z.number(),
  visitors: z.number(),
  views: z.number(),
  bounces: z.number(),
  members: z.number(),
}

const sourceRow = z.object({
  source: z.string().nullable(),
  medium: z.string().nullable(),
  campaign: z.string().nullable(),
  ...numbers,
})

const columns = (scope: Scope) => sql`
  sum(sessions)::float8 as sessions, sum(visitors)::float8 as visitors, sum(views)::float8 as views,
  sum(bounces)::float8 as bounces, ${countMembers(scope)} as members`

/**
 * The sums of a scope by segment as `f`, joined with the segments as `g`. Facts are added up before the join, because
 * there are more facts than segments.
 */
const bySegment = (scope: Scope, options: { by?: 'origin' } = {}) => {
  const member = scope.members ? sql`, user_id` : sql``
  return sql`
    (select segment, sum(sessions) as sessions, ${countVisitors(scope, options)} as visitors, sum(views) as views,
            sum(bounces) as bounces ${member}
       from ${factsOf(visitKind(scope), scope)} as f group by segment ${member}) as f
    join analytics_segments as g on g.id = f.segment`
}

export const findSources = (db: Database, scope: Scope) =>
  findRows(db, sourceRow)`
    select source, medium, campaign, ${columns(scope)}
      from ${bySegment(scope, { by: 'origin' })}
     group by source, medium, campaign
     order by sum(sessions) desc, source nulls first, medium nulls first, campaign nulls first`

const technologyRow = z.object({
  property: z.enum(['device_type', 'browser', 'os', 'country']),
  name: z.string().nullable(),
  ...numbers,
})

export const findTechnology = (db: Database, scope: Scope) =>
  findRows(db, technologyRow)`
    select case when grouping(device_type) = 0 then 'device_type' when grouping(browser) = 0 then 'browser'
                when grouping(os) = 0 then 'os' else 'country' end as property,
           case when grouping(device_type) = 0 then device_type when grouping(browser) = 0 then browser
                when grouping(os) = 0 then os else country end as name,
           ${columns(scope)}
      from ${bySegment(scope)}
     group by grouping sets (device_type, browser, os, country)
     order by sum(sessions) desc, 2 nulls first`
