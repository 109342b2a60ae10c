import { z } from 'zod'
import { type Database, requireRow } from '../database/query.ts'

// PostgreSQL returns a bigint as text.
const total = z.object({ cents: z.coerce.number() })

/** The sum of all entries that are not in the trash, in minor units. */
export async function sumEntries(db: Database): Promise<number> {
  const { cents } = await requireRow(db, total)`
    select coalesce(sum(amount_cents), 0)::bigint as cents
      from common_good where deleted_at is null`
  return cents
}
