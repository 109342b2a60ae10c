import { z } from 'zod'
import { type Database, execute, findRows } from '../../../platform/database/query.ts'
import { isoTimestamp } from '../../../platform/database/row-fields.ts'
import { number, referenceOf } from './transfers.ts'

const text = z.string().nullable()
const entry = z.object({
  created_at: isoTimestamp,
  event_at: isoTimestamp,
  kind: z.string(),
  area: text,
  reference: text,
  amount: number,
  balance: number,
  currency: z.string(),
  notes: z.array(z.string()),
})

/** A member's entries, oldest first, with the notes of staff. */
export const exportEntriesOf = (db: Database, member: number) =>
  findRows(db, entry)`
    select e.created_at, t.event_at, t.kind, t.area, ${referenceOf}, e.amount, e.balance, t.currency,
           array(select n.text from ledger_notes as n where n.transfer = t.id order by n.id) as notes
      from ledger_accounts as a
      join ledger_entries as e on e.account = a.id
      join ledger_transfers as t on t.id = e.transfer
     where a.member = ${member} order by e.account, e.version`

const holdRow = z.object({
  created_at: isoTimestamp,
  expires_at: isoTimestamp,
  status: z.string(),
  kind: z.string(),
  area: text,
  reference: text,
  amount: number,
  currency: z.string(),
})

/** A member's holds, oldest first. */
export const exportHoldsOf = (db: Database, member: number) =>
  findRows(db, holdRow)`
    select h.created_at, h.expires_at, h.status, h.kind, h.area, h.reference, h.amount, h.currency
      from ledger_accounts as a join ledger_holds as h on h.from_account = a.id
     where a.member = ${member} order by h.id`

/**
 * Removes the member from their accounts, and deletes the notes and receipt numbers of their transfers. The books stay
 * complete.
 */
export async function forgetMember(db: Database, member: number): Promise<void> {
  await execute(db)`
    delete from ledger_notes
     where transfer in (select e.transfer from ledger_entries as e
                          join ledger_accounts as a on a.id = e.account
                         where a.member = ${member})`
  await execute(db)`
    delete from ledger_receipts
     where transfer in (select e.transfer from ledger_entries as e
                          join ledger_accounts as a on a.id = e.account
                         where a.member = ${member})`
  await execute(db)`update ledger_accounts set member = null where member = ${member}`
}
