import { z } from 'zod'
import {
  type Database,
  execute,
  findRow,
  findRows,
  hasRow,
  sql,
} from '../../../platform/database/query.ts'
import type { CreditMovement } from '../ports.ts'
import { number } from './transfers.ts'

const position = z.object({
  id: number,
  txid: number,
  next_id: number,
  next_txid: number,
  shown_id: number,
  /** All transactions below this number have ended. */
  xmin: number,
  /** The number of the next transaction. */
  xmax: number,
  /** The highest id of a transfer. */
  newest: number,
})

const newestId = 'coalesce((select max(id) from ledger_transfers), 0)'

/** Whether there may be transfers that were not read. Takes no lock, because every process asks each second. */
export const hasNews = (db: Database): Promise<boolean> =>
  hasRow(db)`
    select from ledger_news
     where txid < next_txid or next_id < ${sql.raw(newestId)} or shown_id < ${sql.raw(newestId)}`

/** Locks the position until the transaction ends; null if another process has locked it. */
export const lockPosition = (db: Database) =>
  findRow(db, position)`
    select id, txid, next_id, next_txid, shown_id, ${sql.raw(newestId)} as newest,
           pg_snapshot_xmin(pg_current_snapshot())::text::bigint as xmin,
           pg_snapshot_xmax(pg_current_snapshot())::text::bigint as xmax
      from ledger_news for update skip locked`

export const savePosition = (
  db: Database,
  {
    id,
    txid,
    next_id,
    next_txid,
    shown_id,
  }: Omit<z.output<typeof position>, 'xmin' | 'xmax' | 'newest'>,
) =>
  execute(db)`
    update ledger_news
       set id = ${id}, txid = ${txid}, next_id = ${next_id}, next_txid = ${next_txid}, shown_id = ${shown_id}`

/** Whether a transfer above an id moved a member's credit. */
export const hasMemberMovement = (db: Database, above: number): Promise<boolean> =>
  hasRow(db)`
    select from ledger_transfers as t
      join ledger_entries as e on e.transfer = t.id
      join ledger_accounts as a on a.id = e.account
     where t.id > ${above} and a.member is not null
     limit 1`

const movement = z.object({
  transfer: number,
  kind: z.string(),
  reference: z.string().nullable(),
  member: z.number(),
})

/** The transfers above an id whose transactions have numbers from `from`, and below `below`. */
export const listMemberMovements = (
  db: Database,
  { above, from, below }: { above: number; from: number; below: number },
): Promise<CreditMovement[]> =>
  findRows(db, movement)`
    select t.id as transfer, t.kind, t.reference, a.member
      from ledger_transfers as t
      join ledger_entries as e on e.transfer = t.id
      join ledger_accounts as a on a.id = e.account
     where t.id > ${above} and t.txid >= ${from} and t.txid < ${below} and a.member is not null
     order by t.id`

/** Sets the position after the newest transfer, this transaction's own included. */
export const skipToNewest = (db: Database) =>
  execute(db)`
    update ledger_news
       set id = ${sql.raw(newestId)}, next_id = ${sql.raw(newestId)}, next_txid = ledger_txid() + 1,
           shown_id = ${sql.raw(newestId)}`

const state = z.object({ member: z.number(), state: z.string() })

/**
 * The state of each member's credit: it differs whenever the credit or the held part has changed. Members whose account
 * was never used are left out.
 */
export const listCreditStates = (db: Database, members: readonly number[]) =>
  findRows(db, state)`
    select a.member, b.version || '.' || b.held as state
      from ledger_accounts as a join ledger_balances as b on b.account = a.id
     where a.member = any(${`{${members.join(',')}}`}::int[])`
