import { z } from 'zod'
import { type Database, findRow, findRows } from '../../../platform/database/query.ts'
import { isoTimestamp } from '../../../platform/database/row-fields.ts'
import type { AccountCode, TransferKind } from '../rules.ts'
import { number, referenceOf } from './transfers.ts'

const legs = z
  .array(z.object({ account: z.string(), amount: number }))
  .transform((list) =>
    list.map(({ account, amount }) => ({ account: account as AccountCode, amountCents: amount })),
  )

const transferRow = z.object({
  id: number,
  key: z.string(),
  kind: z.string().transform((kind) => kind as TransferKind),
  area: z.string().nullable(),
  reference: z.string().nullable(),
  currency: z.string(),
  reverses: number.nullable(),
  reversed_by: number.nullable(),
  /** The amounts that the transfer moved, by account. */
  legs,
})

/** A transfer by its id or its idempotency key; null if there is none. */
export const findTransfer = (db: Database, { id, key }: { id?: number; key?: string }) =>
  findRow(db, transferRow)`
    select t.id, t.key, t.kind, t.area, ${referenceOf}, t.currency, t.reverses, r.id as reversed_by,
           (select jsonb_agg(jsonb_build_object('account', code, 'amount', amount)) from (
              select a.code, sum(e.amount) as amount from ledger_entries as e join ledger_accounts as a on a.id = e.account
               where e.transfer = t.id group by a.code) as leg) as legs
      from ledger_transfers as t left join ledger_transfers as r on r.reverses = t.id
     where t.id = ${id ?? null}::bigint or t.key = ${key ?? null}::text`

const entryRow = z.object({
  transfer: number,
  created_at: isoTimestamp,
  event_at: isoTimestamp,
  kind: z.string().transform((kind) => kind as TransferKind),
  area: z.string().nullable(),
  reference: z.string().nullable(),
  reverses: number.nullable(),
  /** For a reversal, the kind of the reversed transfer. */
  reversed_kind: z
    .string()
    .nullable()
    .transform((kind) => kind as TransferKind | null),
  currency: z.string(),
  account: z.string().transform((code) => code as AccountCode),
  amount: number,
})

export type EntryRange = {
  /** The first and last day on which the entries were booked, `YYYY-MM-DD` in the time zone. */
  from: string
  to: string
  timeZone: string
  /** An id of a transfer; only entries of transfers with a higher id are listed. */
  after: number
  /** How many transfers to list. */
  limit: number
}

/**
 * The entries of transfers that were booked in a range of days, added up by transfer and account, and ordered by both.
 */
export const listEntries = (db: Database, { from, to, timeZone, after, limit }: EntryRange) =>
  findRows(db, entryRow)`
    select t.id as transfer, t.created_at, t.event_at, t.kind, t.area, ${referenceOf}, t.reverses, o.kind as reversed_kind,
           t.currency, a.code as account, sum(e.amount) as amount
      from (select * from ledger_transfers
             where id > ${after}::bigint
               and created_at >= ${from}::timestamp at time zone ${timeZone}
               and created_at < (${to}::date + 1)::timestamp at time zone ${timeZone}
             order by id limit ${limit}) as t
      join ledger_entries as e on e.transfer = t.id
      join ledger_accounts as a on a.id = e.account
      left join ledger_transfers as o on o.id = t.reverses
     group by t.id, t.created_at, t.event_at, t.kind, t.area, t.reference, t.reverses, t.currency, a.code, o.kind
     having sum(e.amount) <> 0
     order by t.id, a.code`
