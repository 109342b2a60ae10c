import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRows,
  requireRow,
} from '../../../platform/database/query.ts'
import { translateRefusal } from '../errors.ts'
import type { AccountCode } from '../rules.ts'
import { number } from './transfers.ts'

const balance = z.object({ balance: number, held: number })

/** An account's balance, and the part of the balance that is held. Zeros if the account was never used. */
export const findBalance = (db: Database, account: AccountCode) =>
  requireRow(db, balance)`
    select coalesce(sum(b.balance), 0) as balance, coalesce(sum(b.held), 0) as held
      from ledger_accounts as a join ledger_balances as b on b.account = a.id
     where a.code = ${account}`

/** The currencies in which money is booked. */
export const listCurrencies = (db: Database): Promise<string[]> =>
  findRows(db, column(z.string()))`select distinct currency from ledger_accounts`

const openHold = z
  .object({ amount: number, reference: z.string().nullable() })
  .transform(({ amount, reference }) => ({ amountCents: amount, reference }))

/** What is held on an account, oldest first. `reference` names what for. */
export const listOpenHolds = (db: Database, account: AccountCode) =>
  findRows(db, openHold)`
    select h.amount, h.reference
      from ledger_accounts as a join ledger_holds as h on h.from_account = a.id
     where a.code = ${account} and h.status = 'held' order by h.id`

/** Creates an account if it was never used, without locking its balance. */
export const openAccount = (db: Database, account: AccountCode, currency: string) =>
  execute(db)`select ledger_account(${account}, ${currency})`

/**
 * Locks an account with one stripe until the transaction ends: nothing is booked on the account meanwhile. Creates the
 * account if it was never used.
 * @returns its balance
 */
export const lockBalance = async (db: Database, account: AccountCode, currency: string) => {
  const id = await requireRow(
    db,
    column(z.number()),
  )`select ledger_account(${account}, ${currency})`
  return requireRow(db, column(number))`
    select balance from ledger_balances where account = ${id} and stripe = 0 for no key update`
}

const accountBalance = z
  .object({ code: z.string(), kind: z.string(), balance: number })
  .transform(({ balance, ...rest }) => ({ ...rest, balanceCents: balance }))

/**
 * The balances at the end of a day: one for each account that is not a member's, and one for all members together.
 * @param day `YYYY-MM-DD` in the time zone
 * @returns rows ordered by kind and code; in the row of the members, `code` is the number of their accounts
 */
export const listBalances = (db: Database, { day, timeZone }: { day: string; timeZone: string }) =>
  findRows(db, accountBalance)`
    select coalesce(named.code, count(distinct a.id)::text) as code, a.kind, sum(last.balance) as balance
      from ledger_accounts as a
      join ledger_balances as b on b.account = a.id
      cross join lateral (select case when a.kind <> 'member' then a.code end as code) as named
      cross join lateral (
        select e.balance from ledger_entries as e
         where e.account = b.account and e.stripe = b.stripe
           and e.created_at < (${day}::date + 1)::timestamp at time zone ${timeZone}
         order by e.created_at desc, e.version desc limit 1) as last
     group by a.kind, named.code
     order by a.kind, code`

/** @returns false if there is no such account */
export async function closeAccount(db: Database, account: AccountCode): Promise<boolean> {
  try {
    const closed = await execute(db)`
      update ledger_accounts set closed_at = coalesce(closed_at, clock_timestamp()) where code = ${account}`
    return closed > 0
  } catch (error) {
    throw translateRefusal(error) ?? error
  }
}
