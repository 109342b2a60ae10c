import { z } from 'zod'
import { type SQL, sql } from './query.ts'

/**
 * `count`: the rows of the last seven days; `before`: the rows of the seven days before those; `today`: those of today on
 * the venue's calendar.
 */
export const weekCounts = z.object({ count: z.number(), before: z.number(), today: z.number() })

const daysAgo = (count: number) => sql`now() - ${count} * interval '1 day'`

/** SQL condition: `moment`, a time in the past, is in the last seven days. */
export const isInLastWeek = (moment: SQL): SQL => sql`${moment} > ${daysAgo(7)}`

/** SQL condition: `moment`, a time in the past, is in the last 14 days. */
export const isInLastTwoWeeks = (moment: SQL): SQL => sql`${moment} > ${daysAgo(14)}`

/** SQL condition: `moment` is today in a time zone. */
export const isToday = (moment: SQL, timeZone: string): SQL => sql`
  (${moment} at time zone ${timeZone}::text)::date = (now() at time zone ${timeZone}::text)::date`

/** The columns of `weekCounts`. The statement must select only rows with `isInLastTwoWeeks`. */
export const countByWeek = (moment: SQL, timeZone: string): SQL => sql`
  (count(*) filter (where ${isToday(moment, timeZone)}))::int as today,
  (count(*) filter (where ${isInLastWeek(moment)}))::int as count,
  (count(*) filter (where not ${isInLastWeek(moment)}))::int as before`
