import { randomUUID } from 'node:crypto'
import type { PayloadRequest } from 'payload'
import type { Database } from './query.ts'

type Session = { db: Database; resolve: () => Promise<void>; reject: () => Promise<void> }
type Adapter = {
  drizzle: { transaction: <T>(work: (tx: Database) => Promise<T>) => Promise<T> }
  sessions: Record<string, Session>
}

/**
 * Runs `work` in the request's transaction. Opens one if there is none, and commits it when `work`
 * resolves; if `work` throws, it is rolled back. Inside an open transaction `work` joins it, so the
 * outer call decides. Payload's operations on the same request take part.
 *
 * Payload's own transactions ignore a failed commit, so a write that was lost would be acknowledged.
 * @param work gets the transaction's connection
 * @throws what `work` throws, or the database's error
 */
export async function inTransaction<T>(
  req: PayloadRequest,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const { drizzle, sessions } = req.payload.db as unknown as Adapter
  const open = req.transactionID ? sessions[await req.transactionID] : undefined
  if (open) return work(open.db)
  const id = randomUUID()
  try {
    return await drizzle.transaction(async (db) => {
      sessions[id] = { db, resolve: async () => {}, reject: async () => {} }
      req.transactionID = id
      const result = await work(db)
      // A Payload operation that fails removes the session. Later writes would not be part of it.
      if (!sessions[id]) throw new Error('A part of the transaction failed.')
      return result
    })
  } finally {
    delete sessions[id]
    delete req.transactionID
  }
}
