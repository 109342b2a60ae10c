import type { Payload } from 'payload'
import { rows, sql } from '../database/sql.ts'

/** The sum of all entries of the common pot, in pence. */
export async function combinedTotalCents(payload: Payload): Promise<number> {
  const [total] = await rows<{ cents: string }>(
    payload,
    sql`select coalesce(sum(amount_cents), 0)::bigint as cents from common_good`,
  )
  return Number(total?.cents ?? 0)
}
