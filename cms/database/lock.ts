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
 * Runs `work` under a lock that is shared by all processes. The lock has a connection of its own, so
 * waiting takes none from the pool. PostgreSQL releases it if the process dies.
 * @param url the database that all processes share
 */
export async function onceAtATime<T>(
  url: string,
  name: keyof typeof keys,
  work: () => Promise<T>,
): Promise<T> {
  const holder = new pg.Client({ connectionString: url, application_name: `common-room-${name}` })
  await holder.connect()
  try {
    await holder.query('select pg_advisory_lock($1)', [keys[name]])
    return await work()
  } finally {
    await holder.end()
  }
}

/**
 * Takes a lock until the request's transaction ends. Later reads see what earlier holders committed.
 */
export async function lockUntilCommit(req: PayloadRequest, name: keyof typeof keys): Promise<void> {
  await execute(await transactionOf(req))`select pg_advisory_xact_lock(${keys[name]})`
}
