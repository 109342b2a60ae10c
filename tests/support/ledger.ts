import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { findDifferences } from '../../cms/features/ledger/check-books.ts'
import type { AccountCode, MovedAmount, Purpose } from '../../cms/features/ledger/rules.ts'
import { balanceOf, transfer } from '../../cms/features/ledger/service.ts'
import type { Database } from '../../cms/platform/database/query.ts'
import { makeDatabase } from './database.ts'

export const ledgerSettings = { currency: 'GBP', timeZone: 'Europe/London' }
export const actor = { kind: 'staff', id: 7 } as const

/** Opens a database for the program's own functions. */
export function openDatabase(url: string) {
  const pool = new pg.Pool({ connectionString: url, max: 5 })
  return { db: drizzle(pool) as unknown as Database, close: () => pool.end() }
}

let serial = 0
/** A new idempotency key. */
export const newKey = (): string => `test:${process.pid}:${++serial}`

/** Creates a database with the schema and no accounts. */
export async function openLedger() {
  const url = await makeDatabase('empty')
  const pool = new pg.Pool({ connectionString: url, max: 50 })
  const db = drizzle(pool) as unknown as Database
  /** Moves money. The kind is `gift` unless the details say otherwise. */
  const move = (
    [from, amountCents, to]: readonly [AccountCode, number, AccountCode],
    details: Partial<Purpose & MovedAmount> & { key?: string } = {},
    target: Database = db,
  ) =>
    transfer(target, ledgerSettings, {
      key: newKey(),
      kind: 'gift',
      from,
      to,
      amountCents,
      actor,
      ...details,
    })
  return {
    url,
    pool,
    db,
    move,
    topUp: (member: number, amountCents: number) =>
      move(['till:cash', amountCents, `member:${member}`], { kind: 'top_up' }),
    balance: async (account: AccountCode) => (await balanceOf(db, account)).balanceCents,
    query: async <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
      (await pool.query<Row>(text, values)).rows,
    /** Runs statements with disabled triggers, as an administrator of PostgreSQL can. */
    tamper: async (statements: string) => {
      await pool.query(
        `set session_replication_role = replica; ${statements}; set session_replication_role = origin`,
      )
    },
    /** Runs statements like `tamper`, and then undoes them. @returns what the check of the books finds in between */
    differencesAfter: async (statements: string) => {
      const client = await pool.connect()
      try {
        await client.query(`begin; set local session_replication_role = replica; ${statements}`)
        return (await findDifferences(drizzle(client) as unknown as Database)).differences
      } finally {
        await client.query('rollback')
        client.release()
      }
    },
    inTransaction: <T>(work: (tx: Database) => Promise<T>): Promise<T> =>
      drizzle(pool).transaction((tx) => work(tx as unknown as Database)),
    differences: async () => (await findDifferences(db)).differences,
  }
}
export type TestLedger = Awaited<ReturnType<typeof openLedger>>
