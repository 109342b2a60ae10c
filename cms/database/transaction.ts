import { randomUUID } from 'node:crypto'
import type { PayloadRequest } from 'payload'
import { type Executor, sql } from './sql.ts'

type Session = { db: Executor; resolve: () => Promise<void>; reject: () => Promise<void> }
type Adapter = {
  drizzle: { transaction: <T>(work: (tx: Executor) => Promise<T>) => Promise<T> }
  sessions: Record<string, Session>
}

/**
 * Runs `work` in one transaction, in which whatever Payload does for this request takes part. It is
 * committed when this resolves; where `work` throws nothing of it stays. Payload's own transactions
 * pass over a commit that failed, and what was never kept would be acknowledged.
 * @param work gets the transaction's connection
 * @throws what `work` throws, or the database's error
 */
export async function inTransaction<T>(
  req: PayloadRequest,
  work: (db: Executor) => Promise<T>,
): Promise<T> {
  const { drizzle, sessions } = req.payload.db as unknown as Adapter
  const id = randomUUID()
  try {
    return await drizzle.transaction(async (db) => {
      sessions[id] = { db, resolve: async () => {}, reject: async () => {} }
      req.transactionID = id
      const result = await work(db)
      // An operation of Payload's that fails takes the session away; what came after it stood outside.
      if (!sessions[id]) throw new Error('A part of the transaction failed.')
      return result
    })
  } finally {
    delete sessions[id]
    delete req.transactionID
  }
}

/** Holds names until a transaction ends; whoever wants one of them waits. */
export type Hold = (db: Executor, names: string[]) => Promise<void>

/** Holds names in every process. They are taken in one order, so that no two wait for each other. */
export const holdNames: Hold = async (db, names) => {
  const ordered = JSON.stringify([...new Set(names)])
  await db.execute(sql`
    select pg_advisory_xact_lock(number)
      from (select distinct hashtextextended(name, 0) as number
              from jsonb_array_elements_text(${ordered}::jsonb) as name
             order by number) as numbers`)
}
