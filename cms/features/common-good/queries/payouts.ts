import { z } from 'zod'
import {
  type Database,
  execute,
  findRow,
  findRows,
  requireRow,
  sql,
} from '../../../platform/database/query.ts'
import { isoTimestamp } from '../../../platform/database/row-fields.ts'
import { type PayoutAccount, payoutAccounts } from '../rules.ts'

const number = z.coerce.number().int()
const payout = z.object({
  id: z.number(),
  cause: z.number(),
  amount: number,
  note: z.string(),
  receipt: z.number(),
  account: z.enum(payoutAccounts),
  state: z.enum(['requested', 'approved', 'refused']),
  requested_by: z.number(),
  requested_at: isoTimestamp,
  decided_by: z.number().nullable(),
  decided_at: isoTimestamp.nullable(),
  transfer: number.nullable(),
})
export type PayoutRow = z.output<typeof payout>

type NewPayout = {
  key: string
  cause: number
  amount: number
  note: string
  receipt: number
  account: PayoutAccount
  staff: number
}

/** Stores a request. @returns its id and contents; for a repeated key, the id and contents of the earlier request */
export async function insertPayout(db: Database, request: NewPayout) {
  const { key, cause, amount, note, receipt, account, staff } = request
  const added = await execute(db)`
    insert into cause_payouts (key, cause, amount, note, receipt, account, requested_by)
    values (${key}, ${cause}, ${amount}, ${note}, ${receipt}, ${account}, ${staff}) on conflict (key) do nothing`
  const row = await requireRow(db, payout)`select * from cause_payouts where key = ${key}`
  return { ...row, isRepeat: added === 0 }
}

/** A payout, locked: nobody else can decide about it until the transaction ends. */
export const lockPayout = (db: Database, id: number): Promise<PayoutRow | null> =>
  findRow(db, payout)`select * from cause_payouts where id = ${id} for update`

type Approval = {
  id: number
  staff: number
  transfer: number
  /** Default: now. */
  at?: Date
}

/**
 * Approves another person's request. @returns the number of rows: 0 if it is a request of `staff`, or was decided
 * already
 */
export const setApproved = (db: Database, { id, staff, transfer, at }: Approval): Promise<number> =>
  execute(db)`
    update cause_payouts
       set state = 'approved', decided_by = ${staff}, transfer = ${transfer},
           decided_at = coalesce(${at?.toISOString() ?? null}::timestamptz, now())
     where id = ${id} and state = 'requested' and requested_by <> ${staff}`

/** @returns the number of rows: 0 if the request was decided already */
export const setRefused = (db: Database, id: number, staff: number): Promise<number> =>
  execute(db)`
    update cause_payouts set state = 'refused', decided_by = ${staff}, decided_at = now()
     where id = ${id} and state = 'requested'`

/** The newest approved payouts. */
export const listApproved = (db: Database, limit: number): Promise<PayoutRow[]> =>
  findRows(db, payout)`
    select * from cause_payouts where state = 'approved' order by decided_at desc, id desc limit ${limit}`

const isWaiting = sql.raw(`
  state = 'requested'
  or id in (select payout from cause_payout_reversals where state = 'requested')`)

/** The oldest 200 payouts with an undecided request (to pay or to reverse), and then the newest other payouts. */
export const listForStaff = (db: Database, others: number): Promise<PayoutRow[]> =>
  findRows(db, payout)`
    (select * from cause_payouts where ${isWaiting} order by id limit 200)
    union all
    (select * from cause_payouts where not (${isWaiting}) order by decided_at desc, id desc limit ${others})`

/** How many payouts wait for approval and were not requested by this staff member. */
export const countPayoutsToApprove = (db: Database, staff: number) =>
  requireRow(db, z.object({ count: number }))`
    select count(*) from cause_payouts where state = 'requested' and requested_by <> ${staff}`
