import { type SQL, sql } from 'drizzle-orm'
import type { Payload, PayloadRequest } from 'payload'
import type { z } from 'zod'

export { type SQL, sql }

/** A connection, or a transaction, that runs statements. */
export type Database = {
  execute: (query: SQL) => Promise<{ rows: Record<string, unknown>[]; rowCount?: number | null }>
}
type Adapter = { drizzle: Database; sessions?: Record<string, { db: Database }> }

/** The connection pool, outside of transactions. */
export const databaseOf = (payload: Payload): Database => ({
  execute: (query) => (payload.db as unknown as Adapter).drizzle.execute(query),
})

/** The request's open transaction; the connection pool where it has none. */
export async function transactionOf(req: PayloadRequest): Promise<Database> {
  const { drizzle, sessions } = req.payload.db as unknown as Adapter
  const id = req.transactionID ? await req.transactionID : undefined
  return (id && sessions?.[id]?.db) || drizzle
}

/**
 * Runs a statement and returns its rows.
 * @param schema of one row; it must match what the statement returns
 * @throws ZodError if a row does not match; the database's error
 */
export async function findRows<S extends z.ZodType>(
  db: Database,
  schema: S,
  query: SQL,
): Promise<z.output<S>[]> {
  const { rows } = await db.execute(query)
  return rows.map((row) => schema.parse(row))
}

/** The first row of a statement; null if it returns none. Otherwise as `findRows`. */
export async function findRow<S extends z.ZodType>(
  db: Database,
  schema: S,
  query: SQL,
): Promise<z.output<S> | null> {
  const { rows } = await db.execute(query)
  return rows[0] === undefined ? null : schema.parse(rows[0])
}

/** The one row of a statement that always returns one. @throws Error if it returns none */
export async function requireRow<S extends z.ZodType>(
  db: Database,
  schema: S,
  query: SQL,
): Promise<z.output<S>> {
  const row = await findRow(db, schema, query)
  if (row === null) throw new Error('A statement returned no row.')
  return row
}

/** Runs a statement. @returns how many rows it inserted, updated or deleted */
export async function execute(db: Database, query: SQL): Promise<number> {
  return (await db.execute(query)).rowCount ?? 0
}

/** Ids as one parameter, to be cast to `int[]`. */
export const idList = (ids: readonly number[]): string => `{${ids.join(',')}}`

/** Rows as one parameter, to be read with `jsonb_to_recordset`. */
export const jsonRows = (rows: readonly object[]): SQL => sql`${JSON.stringify(rows)}::jsonb`
