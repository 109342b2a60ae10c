import { z } from 'zod'
import { type Database, findRows } from '../../../platform/database/query.ts'

const week = z.object({
  /** `YYYY-MM-DD` */
  monday: z.string(),
  joined: z.number(),
  left: z.number(),
  /** The number of active subscribers at the end of the week; for the current week, now. */
  subscribers: z.number(),
})
export type GrowthWeek = z.output<typeof week>

/**
 * The last 52 weeks in a time zone, oldest first. Deleted subscribers are not counted in any week.
 * Subscribers who left and came back are counted as if they had never left.
 */
export const findGrowth = (db: Database, timeZone: string): Promise<GrowthWeek[]> =>
  findRows(db, week)`
    with changes as (
      select date_trunc('week', at at time zone ${timeZone}) as monday,
             count(*) filter (where change = 1) as joined,
             count(*) filter (where change = -1) as left
        from (select joined_at as at, 1 as change from subscribers
               where joined_at is not null and state <> 'pending'
              union all
              select left_at, -1 from subscribers
               where joined_at is not null and left_at is not null
                 and state not in ('pending', 'active')) as each
       group by 1),
    weeks as (
      select generate_series(this - interval '51 weeks', this, interval '1 week') as monday
        from (select date_trunc('week', now() at time zone ${timeZone}) as this) as now)
    select to_char(weeks.monday, 'YYYY-MM-DD') as monday,
           coalesce(sum(joined) filter (where changes.monday = weeks.monday), 0)::int as joined,
           coalesce(sum(changes.left) filter (where changes.monday = weeks.monday), 0)::int as left,
           coalesce(sum(joined - changes.left), 0)::int as subscribers
      from weeks left join changes on changes.monday <= weeks.monday
     group by weeks.monday order by weeks.monday`
