import { z } from 'zod'
import { type Database, findRows, requireRow, sql } from '../../../../platform/database/query.ts'
import type { CampaignQuery } from '../../../letters/campaigns/ports.ts'
import { dayList } from '../../rollups/queries/kinds.ts'

/** `days`: all days on which the visits may have begun. */
type Query = CampaignQuery & { days: readonly string[] }

const moment = (at: Date) => sql`${at.toISOString()}::timestamptz`

/** Visits with their visitor: the member whose browser it is, or else the browser’s identifier, which is new each day. */
const visitsOf = ({ source, campaign, from, until, days }: Query) => sql`
  select day, session_id, user_id,
         coalesce('member ' || coalesce(user_id, min(user_id) over (partition by day, visitor_id)), visitor_id) as visitor
    from user_sessions
   where day = any(${dayList(days)}) and source = ${source} and campaign = ${campaign} and bot is null
     and started_at >= ${moment(from)} and started_at < ${moment(until)}`

/**
 * Counts the rows, visits and people of each `name`. One visitor on five days has five identifiers, so `people` is a number
 * that is surely not too high: the most visitors of one day, or the members of all days if they are more.
 * @param rows with `name`, and the columns of `visitsOf`
 */
const countByName = (rows: ReturnType<typeof sql>) => sql`
  select name, count(*)::int as rows, count(distinct session_id)::int as visits,
         greatest(visitors, count(distinct user_id))::int as people
    from (${rows}) as every
    join (select name, max(visitors) as visitors
            from (select name, count(distinct visitor) as visitors from (${rows}) as daily group by name, day) as days
           group by name) as most using (name)
   group by name, visitors`

const totals = z.object({ visits: z.number(), people: z.number(), views: z.number() })

/** How many visits, people and page views a campaign has. */
export const countCampaign = (db: Database, query: Query) =>
  requireRow(db, totals)`
    with visits as materialized (${visitsOf(query)})
    select coalesce(sum(visits), 0)::int as visits, coalesce(sum(people), 0)::int as people,
           (select count(*) from page_views as v join visits using (day, session_id)
             where v.day = any(${dayList(query.days)}) and v.viewed_at < ${moment(query.until)})::int
           as views
      from (${countByName(sql`select '' as name, * from visits`)}) as counted`

const page = z.object({
  page: z.string(),
  views: z.number(),
  visits: z.number(),
  members: z.number(),
})

/** All pages, the most viewed first. `members` is the number of people, named so for `withoutSmall`. */
export const findCampaignPages = (db: Database, query: Query) =>
  findRows(db, page)`
    with visits as materialized (${visitsOf(query)}),
         viewed as materialized (
           select page_path as name, visits.* from page_views as v join visits using (day, session_id)
            where v.day = any(${dayList(query.days)}) and v.viewed_at < ${moment(query.until)})
    select name as page, rows as views, visits, people as members
      from (${countByName(sql`select * from viewed`)}) as counted order by views desc, page`

const action = z.object({ name: z.string(), visits: z.number(), people: z.number() })

/** Named events. Events that did not happen are missing. */
export const findCampaignEvents = (db: Database, query: Query) =>
  findRows(db, action)`
    with visits as materialized (${visitsOf(query)}),
         named as materialized (
           select additional_data ->> 'name' as name, visits.*
             from user_interactions as i join visits using (day, session_id)
            where i.day = any(${dayList(query.days)}) and i.interaction_type = 'event'
              and i.at < ${moment(query.until)} and additional_data ->> 'name' is not null)
    select name, visits, people from (${countByName(sql`select * from named`)}) as counted`

const member = z.object({ member: z.number(), since: z.coerce.date() })

/** The members whose visits belong to a campaign, and when the first of them began. */
export const findCampaignMembers = (db: Database, { source, campaign, from, until, days }: Query) =>
  findRows(db, member)`
    select user_id as member, min(started_at) as since from user_sessions
     where day = any(${dayList(days)}) and source = ${source} and campaign = ${campaign} and bot is null
       and started_at >= ${moment(from)} and started_at < ${moment(until)} and user_id is not null
     group by user_id`
