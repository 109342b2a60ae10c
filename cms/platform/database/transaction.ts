import { randomUUID } from 'node:crypto'
import type { PayloadRequest } from 'payload'
import { type Database, execute } from './query.ts'

type Session = { db: Database; resolve: () => Promise<void>; reject: () => Promise<void> }
type Adapter = {
  drizzle: { transaction: <T>(work: (tx: Database) => Promise<T>) => Promise<T> }
  sessions: Record<string, Session>
}

/**
 * Runs `work` in a transaction of the request. Payload's operations on the same request are part of it. If
 * the request has no transaction, opens one, commits it when `work` resolves, and rolls it back if `work`
 * throws. If the request has a transaction, `work` joins it, and the outer call commits or rolls back.
 *
 * Payload's own transactions are not used. They ignore a failed commit, so a lost write would be reported as
 * saved.
 * @param work gets the transaction, to run statements in it
 * @throws what `work` throws, or the database's error
 */
export async function inTransaction<T>(
  req: PayloadRequest,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const { drizzle, sessions } = req.payload.db as unknown as Adapter
  const outer = req.transactionID ? sessions[await req.transactionID] : undefined
  if (outer) return work(outer.db)
  const id = randomUUID()
  try {
    return await drizzle.transaction(async (db) => {
      sessions[id] = { db, resolve: async () => {}, reject: async () => {} }
      req.transactionID = id
      const result = await work(db)
      // A Payload operation that fails removes the session. Later operations on this request then write
      // outside the transaction.
      if (!sessions[id]) throw new Error('A part of the transaction failed.')
      return result
    })
  } finally {
    delete sessions[id]
    delete req.transactionID
  }
}

/**
 * Runs a part of a transaction that may fail. If it fails, its writes are undone, and the transaction continues.
 * @param db a transaction
 * @throws what `work` throws
 */
export async function inSavepoint<T>(db: Database, work: () => Promise<T>): Promise<T> {
  await execute(db)`savepoint part`
  try {
    const result = await work()
    await execute(db)`release savepoint part`
    return result
  } catch (error) {
    await execute(db)`rollback to savepoint part`
    throw error
  }
}
