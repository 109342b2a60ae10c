import type { PayloadRequest } from 'payload'
import pg from 'pg'
import { execute, transactionOf } from './query.ts'

/** Advisory lock keys of work that only one process may do at a time. */
const keys = {
  migrate: 7_262_018,
  firstAdmin: 7_262_019,
  staff: 7_262_020,
  schedule: 7_262_021,
} as const

/**
 * Waits for a lock that all processes share, and runs `work` while it holds the lock. The lock has a connection of its
 * own, so a waiting process occupies no connection of the pool. If the process dies, PostgreSQL releases the lock.
 * @param url the database that all processes share
 */
export async function withLock<T>(
  url: string,
  name: keyof typeof keys,
  work: () => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: `common-room-${name}` })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [keys[name]])
    return await work()
  } finally {
    await client.end()
  }
}

/**
 * Waits for a lock and holds it until the request's transaction ends. Later statements of the transaction see what
 * earlier holders of the lock committed.
 */
export async function lockUntilCommit(req: PayloadRequest, name: keyof typeof keys): Promise<void> {
  await execute(await transactionOf(req))`select pg_advisory_xact_lock(${keys[name]})`
}
