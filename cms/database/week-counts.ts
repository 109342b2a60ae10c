import { z } from 'zod'
import { type SQL, sql } from './query.ts'

/** How many rows are of the last seven days, and how many of the seven days before. */
export const weekCounts = z.object({ count: z.number(), before: z.number() })

const days = (count: number) => sql`now() - ${count} * interval '1 day'`

/** Condition: a moment is in the last seven days. */
export const isThisWeek = (moment: SQL): SQL => sql`${moment} > ${days(7)}`

/** Condition: a moment is in the last seven days or the seven days before. */
export const isInTwoWeeks = (moment: SQL): SQL => sql`${moment} > ${days(14)}`

/** The columns of `weekCounts`, for rows where `isInTwoWeeks`. */
export const countByWeek = (moment: SQL): SQL => sql`
  (count(*) filter (where ${isThisWeek(moment)}))::int as count,
  (count(*) filter (where not ${isThisWeek(moment)}))::int as before`
