import { z } from 'zod'
import {
  type Database,
  findRows,
  idList,
  requireRow,
  sql,
} from '../../../platform/database/query.ts'
import { isInLastTwoWeeks, isInLastWeek, isToday } from '../../../platform/database/week-counts.ts'

const totals = z.object({ nudge: z.number(), reached: z.number(), clicked: z.number() })

/**
 * How many devices and open windows each nudge reached, and on how many of them it was clicked. A nudge that has no
 * deliveries and no views has no row.
 */
export const findReachTotals = (db: Database, ids: readonly number[]) =>
  findRows(db, totals)`
    select nudge, count(reached_at)::int as reached, count(clicked_at)::int as clicked
      from (select nudge, accepted_at as reached_at, clicked_at from nudge_deliveries
            union all select nudge, shown_at, clicked_at from nudge_views) as seen
     where nudge = any(${idList(ids)}::int[]) group by nudge`

const twoWeeks = z.object({
  sent: z.number(),
  sentToday: z.number(),
  sentBefore: z.number(),
  clicked: z.number(),
  clickedBefore: z.number(),
})

/** How many nudges were sent in each of the last two weeks, and the clicks on them. Sent nudges can't be deleted. */
export const countNudgesOfTwoWeeks = (db: Database, timeZone: string) =>
  requireRow(db, twoWeeks)`
    with counted as (
      select ${isInLastWeek(sql`sent_at`)} as is_this_week, ${isToday(sql`sent_at`, timeZone)} as is_today,
             (select count(clicked_at) from nudge_deliveries where nudge = n.id)
               + (select count(clicked_at) from nudge_views where nudge = n.id) as clicks
        from nudges as n where ${isInLastTwoWeeks(sql`sent_at`)})
    select (count(*) filter (where is_this_week))::int as sent,
           (count(*) filter (where is_today))::int as "sentToday",
           (count(*) filter (where not is_this_week))::int as "sentBefore",
           coalesce(sum(clicks) filter (where is_this_week), 0)::int as clicked,
           coalesce(sum(clicks) filter (where not is_this_week), 0)::int as "clickedBefore"
      from counted`
