import { z } from 'zod'
import { type Database, execute, requireRow } from '../../database/query.ts'
import { translateRefusal } from '../errors.ts'
import type { AccountCode } from '../rules.ts'
import { number } from './transfers.ts'

const balance = z.object({ balance: number, held: number })

/** An account's balance and what of it is held; zeros if the account was never used. */
export const findBalance = (db: Database, account: AccountCode) =>
  requireRow(db, balance)`
    select coalesce(sum(b.balance), 0) as balance, coalesce(sum(b.held), 0) as held
      from ledger_accounts as a join ledger_balances as b on b.account = a.id
     where a.code = ${account}`

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
