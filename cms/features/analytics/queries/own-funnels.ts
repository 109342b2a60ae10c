import { z } from 'zod'
import { type Database, findRows } from '../../../platform/database/query.ts'

const countedFunnel = z.object({ id: z.string(), countedAt: z.coerce.date().nullable() })

/**
 * For each funnel that staff made, when the days before its creation were counted; null if they are not counted yet.
 */
export const findFunnelCountedAt = (db: Database): Promise<z.output<typeof countedFunnel>[]> =>
  findRows(db, countedFunnel)`
    select id::text, counted_at as "countedAt" from analytics_own_funnels`
