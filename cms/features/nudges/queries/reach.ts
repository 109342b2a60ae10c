import { z } from 'zod'
import { type Database, requireRow } from '../../../platform/database/query.ts'

const reach = z.object({
  people: z.number(),
  windows: z.number(),
  lastAt: z.coerce.date().nullable(),
})
export type Reach = z.output<typeof reach>

/**
 * To how many people a nudge was pushed, and how many other open windows showed it. `lastAt` is when the last person or
 * window got it; null if that is not known, for example after the deliveries were deleted.
 */
export const findReach = (db: Database, nudge: number): Promise<Reach> =>
  requireRow(db, reach)`
    select people, windows, greatest(handed_at, shown_at) as "lastAt"
      from (select count(distinct person)::int as people, max(handed_at) as handed_at
              from nudge_deliveries where nudge = ${nudge} and handed_at is not null) as deliveries
     cross join (select count(*)::int as windows, max(shown_at) as shown_at
                   from nudge_views where nudge = ${nudge}) as views`
