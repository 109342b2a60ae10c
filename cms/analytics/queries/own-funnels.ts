import { z } from 'zod'
import { type Database, findRows } from '../../database/query.ts'

const countedFunnel = z.object({ id: z.string(), countedAt: z.coerce.date().nullable() })

/** When the days before the creation of each own funnel were counted; null: not yet. */
export const findCountedTimes = (db: Database): Promise<z.output<typeof countedFunnel>[]> =>
  findRows(db, countedFunnel)`
    select id::text, counted_at as "countedAt" from analytics_own_funnels`
