import type { Payload } from 'payload'
import { rows, sql } from '../database/sql.ts'
import { snapshot } from '../snapshots.ts'
import { tags } from '../tags.ts'

/** The sum of all entries of the common pot, in pence; kept until staff enter something. */
export const combinedTotalCents = (payload: Payload): Promise<number> =>
  snapshot('common-good', [tags.commonGood], async () => {
    const [total] = await rows<{ cents: string }>(
      payload,
      sql`select coalesce(sum(amount_cents), 0)::bigint as cents from common_good`,
    )
    return Number(total?.cents ?? 0)
  })
