import { z } from 'zod'
import { type Database, findRows, requireRow, sql } from '../../../../platform/database/query.ts'
import type { CampaignQuery } from '../../../letters/campaigns/ports.ts'
import { dayList } from '../../rollups/queries/kinds.ts'

/** `days`: all days on which the visits may have begun. */
type Query = CampaignQuery & { days: readonly string[] }

const moment = (at: Date) => sql`${at.toISOString()}::timestamptz`

const visitsOf = ({ source, campaign, from, until, days }: Query) => sql`
  select day, session_id, visitor_id from user_sessions
   where day = any(${dayList(days)}) and source = ${source} and campaign = ${campaign} and bot is null
     and started_at >= ${moment(from)} and started_at < ${moment(until)}`

const totals = z.object({ visits: z.number(), visitors: z.number(), views: z.number() })

/** How many visits, visitors and page views a campaign has. A visitor who came on two days counts as two visitors. */
export const countCampaign = (db: Database, query: Query) =>
  requireRow(db, totals)`
    with visits as materialized (${visitsOf(query)})
    select count(*)::int as visits, count(distinct visitor_id)::int as visitors,
           (select count(*) from page_views as v join visits using (day, session_id)
             where v.day = any(${dayList(query.days)}) and v.viewed_at < ${moment(query.until)})::int
           as views
      from visits`

const page = z.object({
  page: z.string(),
  views: z.number(),
  visits: z.number(),
  members: z.number(),
})

/** All pages, the most viewed first. `members` is the number of visitors, named so for `withoutSmall`. */
export const findCampaignPages = (db: Database, query: Query) =>
  findRows(db, page)`
    with visits as materialized (${visitsOf(query)})
    select page_path as page, count(*)::int as views, count(distinct session_id)::int as visits,
           count(distinct visitor_id)::int as members
      from page_views as v join visits using (day, session_id)
     where v.day = any(${dayList(query.days)}) and v.viewed_at < ${moment(query.until)}
     group by page_path order by views desc, page_path`

const action = z.object({ name: z.string(), visits: z.number(), visitors: z.number() })

/** Named events. Events that did not happen are missing. */
export const findCampaignEvents = (db: Database, query: Query) =>
  findRows(db, action)`
    with visits as materialized (${visitsOf(query)})
    select additional_data ->> 'name' as name, count(distinct session_id)::int as visits,
           count(distinct visitor_id)::int as visitors
      from user_interactions as i join visits using (day, session_id)
     where i.day = any(${dayList(query.days)}) and i.interaction_type = 'event'
       and i.at < ${moment(query.until)} and additional_data ->> 'name' is not null
     group by additional_data ->> 'name'`

const member = z.object({ member: z.number(), since: z.coerce.date() })

/** The members whose visits belong to a campaign, and when the first of them began. */
export const findCampaignMembers = (db: Database, { source, campaign, from, until, days }: Query) =>
  findRows(db, member)`
    select user_id as member, min(started_at) as since from user_sessions
     where day = any(${dayList(days)}) and source = ${source} and campaign = ${campaign} and bot is null
       and started_at >= ${moment(from)} and started_at < ${moment(until)} and user_id is not null
     group by user_id`
