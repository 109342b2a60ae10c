import { z } from 'zod'
import { type SQL, sql } from './query.ts'

/** `count`: the rows of the last seven days; `before`: the rows of the seven days before those. */
export const weekCounts = z.object({ count: z.number(), before: z.number() })

const daysAgo = (count: number) => sql`now() - ${count} * interval '1 day'`

/** SQL condition: `moment`, a time in the past, is in the last seven days. */
export const isInLastWeek = (moment: SQL): SQL => sql`${moment} > ${daysAgo(7)}`

/** SQL condition: `moment`, a time in the past, is in the last 14 days. */
export const isInLastTwoWeeks = (moment: SQL): SQL => sql`${moment} > ${daysAgo(14)}`

/** The columns of `weekCounts`. The statement must select only rows with `isInLastTwoWeeks`. */
export const countByWeek = (moment: SQL): SQL => sql`
  (count(*) filter (where ${isInLastWeek(moment)}))::int as count,
  (count(*) filter (where not ${isInLastWeek(moment)}))::int as before`
