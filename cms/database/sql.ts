import { sql } from 'drizzle-orm'
import type { Payload, PayloadRequest } from 'payload'

export { sql }

type Query = ReturnType<typeof sql>
export type Executor = { execute: (query: Query) => Promise<{ rows: Record<string, unknown>[] }> }
type Adapter = { drizzle: Executor; sessions?: Record<string, { db: Executor }> }

/** Numbers of rows as one value, to be cast to `int[]`. */
export const listed = (ids: readonly number[]): string => `{${ids.join(',')}}`

/** The connection that carries the request's transaction, or any where it has none. */
export async function executorOf(req: PayloadRequest): Promise<Executor> {
  const adapter = req.payload.db as unknown as Adapter
  const transaction = req.transactionID ? await req.transactionID : undefined
  return (transaction && adapter.sessions?.[transaction]?.db) || adapter.drizzle
}

/** Any connection, outside of transactions. */
export const databaseOf = (payload: Payload): Executor => ({
  execute: (query) => (payload.db as unknown as Adapter).drizzle.execute(query),
})

/** Runs one statement outside of any transaction and returns its rows. */
export async function rows<Row>(payload: Payload, query: Query): Promise<Row[]> {
  const adapter = payload.db as unknown as Adapter
  return (await adapter.drizzle.execute(query)).rows as Row[]
}
