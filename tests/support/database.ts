import pg from 'pg'
import { waitUntil } from './wait-until.ts'

export type Query = <Row extends pg.QueryResultRow>(
  text: string,
  values?: unknown[],
) => Promise<Row[]>

/** The address of another database on the same PostgreSQL. */
export function databaseAt(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

/** Runs `work` with a connection of its own. */
export async function onDatabase<T>(url: string, work: (query: Query) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(async (text, values) => (await client.query(text, values)).rows)
  } finally {
    await client.end()
  }
}

/**
 * Waits until another session waits for a lock of a transaction.
 * @param query runs in that transaction
 */
export const someoneWaits = (query: Query) =>
  waitUntil(
    () =>
      query(`select from pg_locks
              where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`),
    ({ length }) => length > 0,
  )

/**
 * Disables advisory locks, to show that a race test can fail.
 * @returns another URL of the same database, in whose sessions `pg_advisory_xact_lock` does nothing
 */
export async function withoutAdvisoryLocks(url: string): Promise<string> {
  await onDatabase(url, async (query) => {
    await query('create schema unlocked')
    await query(
      `create function unlocked.pg_advisory_xact_lock(bigint) returns void language sql as 'select'`,
    )
  })
  return `${url}&options=${encodeURIComponent('-c search_path=unlocked,public,pg_catalog')}`
}

let serial = 0
const made: string[] = []

/**
 * Creates a database on the run's PostgreSQL. It is dropped at the end of the test file.
 * @param template `empty` has the schema without rows, `demo` the demo venue, `bare` no schema
 * @returns its URL
 */
export async function makeDatabase(template: 'empty' | 'demo' | 'bare'): Promise<string> {
  const postgres = postgresOfRun()
  const name = `test_${process.pid}_${++serial}`
  const source = template === 'bare' ? 'template0' : template
  // The default strategy would write each page to the log too.
  await onDatabase(postgres, (query) =>
    query(`create database ${name} template ${source} strategy file_copy`),
  )
  made.push(name)
  return databaseAt(postgres, name)
}

/**
 * Drops the databases that this process created and that are no longer used, so that the system reuses their
 * memory. Writing to memory that was not used for a while is slow on virtual machines.
 */
export async function dropDatabases(): Promise<void> {
  if (!made.length) return
  await onDatabase(postgresOfRun(), async (query) => {
    const unused = await query<{ name: string }>(
      `select name from unnest($1::text[]) as name
        where not exists (select from pg_stat_activity where datname = name)`,
      [made.splice(0)],
    )
    // A server that is ending may still connect. Then the database stays.
    for (const { name } of unused) await query(`drop database ${name}`).catch(() => {})
  })
}

function postgresOfRun(): string {
  const postgres = process.env.POSTGRES_UNDER_TEST
  if (!postgres)
    throw new Error('POSTGRES_UNDER_TEST is not set. The global setup of the test run sets it.')
  return postgres
}
