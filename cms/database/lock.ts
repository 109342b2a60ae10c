import type { PayloadRequest } from 'payload'
import pg from 'pg'
import { executorOf, sql } from './sql.ts'

/** Work that only one process of the house may do at a time, each with a number all agree on. */
const keys = {
  migrate: 7_262_018,
  firstAdmin: 7_262_019,
  staff: 7_262_020,
  schedule: 7_262_021,
} as const

/**
 * Runs `work` while no other process runs work of the same name. The lock has a connection of its
 * own, so that waiting for it takes none that the work needs; should the process die, PostgreSQL
 * gives the lock back.
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
 * Waits until no other transaction of any process holds the lock of this name, and holds it until
 * the request's own ends. What is read afterwards is what the others left.
 */
export async function lockUntilCommit(req: PayloadRequest, name: keyof typeof keys): Promise<void> {
  const db = await executorOf(req)
  await db.execute(sql`select pg_advisory_xact_lock(${keys[name]})`)
}
