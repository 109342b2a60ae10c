import { z } from 'zod'
import {
  type Database,
  execute,
  findRow,
  findRows,
  requireRow,
} from '../../../platform/database/query.ts'
import { isoTimestamp } from '../../../platform/database/row-fields.ts'

const number = z.coerce.number().int()
const reversal = z.object({
  id: z.number(),
  payout: z.number(),
  reason: z.string(),
  state: z.enum(['requested', 'approved', 'refused']),
  requested_by: z.number(),
  requested_at: isoTimestamp,
  decided_by: z.number().nullable(),
  decided_at: isoTimestamp.nullable(),
  transfer: number.nullable(),
})
export type ReversalRow = z.output<typeof reversal>

type NewReversal = { key: string; payout: number; reason: string; staff: number }

/**
 * Stores a request to reverse a payout.
 * @returns the request, or the earlier one with the same key; null if the payout has another request that was not
 *   refused
 */
export async function insertReversal(
  db: Database,
  { key, payout, reason, staff }: NewReversal,
): Promise<(ReversalRow & { isRepeat: boolean }) | null> {
  const added = await execute(db)`
    insert into cause_payout_reversals (key, payout, reason, requested_by)
    values (${key}, ${payout}, ${reason}, ${staff}) on conflict do nothing`
  const row = await findRow(db, reversal)`select * from cause_payout_reversals where key = ${key}`
  return row && { ...row, isRepeat: added === 0 }
}

/** A request, locked: nobody else can decide about it until the transaction ends. */
export const lockReversal = (db: Database, id: number): Promise<ReversalRow | null> =>
  findRow(db, reversal)`select * from cause_payout_reversals where id = ${id} for update`

/**
 * Approves another person's request. @returns the number of rows: 0 if it is a request of `staff`, or was decided
 * already
 */
export const setReversed = (
  db: Database,
  { id, staff, transfer }: { id: number; staff: number; transfer: number },
): Promise<number> =>
  execute(db)`
    update cause_payout_reversals
       set state = 'approved', decided_by = ${staff}, decided_at = now(), transfer = ${transfer}
     where id = ${id} and state = 'requested' and requested_by <> ${staff}`

/** @returns the number of rows: 0 if the request was decided already */
export const setReversalRefused = (db: Database, id: number, staff: number): Promise<number> =>
  execute(db)`
    update cause_payout_reversals set state = 'refused', decided_by = ${staff}, decided_at = now()
     where id = ${id} and state = 'requested'`

/** The newest request to reverse each of these payouts. */
export const listReversalsOf = (db: Database, payouts: readonly number[]): Promise<ReversalRow[]> =>
  findRows(db, reversal)`
    select distinct on (payout) * from cause_payout_reversals
     where payout = any(${`{${payouts.join(',')}}`}::int[]) order by payout, id desc`

const reversed = z.object({
  id: z.number(),
  cause: z.number(),
  amount: number,
  note: z.string(),
  reason: z.string(),
  decided_at: isoTimestamp,
})

/** The newest reversed payouts, with the reason and the time of the reversal. */
export const listReversed = (db: Database, limit: number) =>
  findRows(db, reversed)`
    select p.id, p.cause, p.amount, p.note, r.reason, r.decided_at
      from cause_payout_reversals as r join cause_payouts as p on p.id = r.payout
     where r.state = 'approved' order by r.decided_at desc, r.id desc limit ${limit}`

/** How many reversals wait for approval and were not requested by this staff member. */
export const countReversalsToApprove = (db: Database, staff: number) =>
  requireRow(db, z.object({ count: number }))`
    select count(*) from cause_payout_reversals where state = 'requested' and requested_by <> ${staff}`
