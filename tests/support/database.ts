import pg from 'pg'
import { waitUntil } from './wait-until.ts'

export type Query = <Row extends pg.QueryResultRow>(
  text: string,
  values?: unknown[],
) => Promise<Row[]>

/** The URL of another database on the same PostgreSQL. */
export function databaseAt(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}

/**
 * Runs `work` with a connection of its own, in a session without changed settings. Connections to the run's
 * PostgreSQL are used again, because each new one costs about 40 ms of CPU time.
 */
export async function onDatabase<T>(url: string, work: (query: Query) => Promise<T>): Promise<T> {
  const client = (await takeIdle(url)) ?? (await connect(url))
  try {
    return await work(async (text, values) => (await client.query(text, values)).rows)
  } finally {
    if (!(await keepIdle(url, client))) await client.end()
  }
}

const deadlock = '40P01'

/** Repeats a statement that deadlocks with the statements of a running server, at most four times. */
export async function retryDeadlocks<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if ((error as { code?: string }).code !== deadlock || attempt === 5) throw error
    }
  }
}

/** A connection. The types of pg lack the methods that set whether the connection keeps this process running. */
type Client = pg.Client & { ref: () => void; unref: () => void }

/** Connections that wait for their next use, by URL. */
const idle = new Map<string, Client[]>()
const maxIdlePerUrl = 3
/** The name of these connections in `pg_stat_activity`. */
const applicationName = 'test'

async function connect(url: string): Promise<Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: applicationName,
  }) as Client
  client.on('error', () => {})
  await client.connect()
  return client
}

async function takeIdle(url: string): Promise<Client | null> {
  for (;;) {
    const client = idle.get(url)?.pop()
    if (!client) return null
    client.ref()
    // A test may have ended this session meanwhile.
    if (await succeeds(client, 'select')) return client
    await client.end().catch(() => {})
  }
}

/** Keeps a connection for its next use, with a new session. @returns false if it has to be closed */
async function keepIdle(url: string, client: Client): Promise<boolean> {
  if (!isOfRun(url)) return false
  // `discard all` fails if a transaction is open.
  if (!(await succeeds(client, 'discard all'))) return false
  const kept = idle.get(url) ?? []
  if (kept.length >= maxIdlePerUrl) return false
  idle.set(url, [...kept, client])
  // An idle connection does not keep this process running.
  client.unref()
  return true
}

const succeeds = (client: Client, statement: string): Promise<boolean> =>
  client.query(statement).then(
    () => true,
    () => false,
  )

/** Whether a database is on the run's PostgreSQL, which no test stops. */
function isOfRun(url: string): boolean {
  const postgres = process.env.POSTGRES_UNDER_TEST
  return Boolean(postgres) && databaseAt(url, '') === databaseAt(postgres ?? '', '')
}

/**
 * Waits until another session waits for a lock that a transaction holds.
 * @param query runs statements in that transaction
 */
export const waitUntilSomeoneWaits = (query: Query) =>
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
export async function disableAdvisoryLocks(url: string): Promise<string> {
  await onDatabase(url, async (query) => {
    await query('create schema unlocked')
    await query(
      `create function unlocked.pg_advisory_xact_lock(bigint) returns void language sql as 'select'`,
    )
  })
  return `${url}&options=${encodeURIComponent('-c search_path=unlocked,public,pg_catalog')}`
}

let serial = 0
const created: string[] = []

/**
 * Creates a database on the run's PostgreSQL. It is dropped at the end of the test file.
 * @param template `empty` has the schema without rows, `demo` the demo venue, `bare` no schema
 * @returns its URL
 */
export async function makeDatabase(template: 'empty' | 'demo' | 'bare'): Promise<string> {
  const postgres = postgresOfRun()
  const name = `test_${process.pid}_${++serial}`
  const source = template === 'bare' ? 'template0' : template
  // The default strategy would also write each page to the write-ahead log.
  await onDatabase(postgres, (query) =>
    query(`create database ${name} template ${source} strategy file_copy`),
  )
  created.push(name)
  return databaseAt(postgres, name)
}

/**
 * Drops the databases that this process created and that are no longer used, so that the system reuses their memory. On
 * virtual machines, writing to memory that was free for a while is slow.
 */
export async function dropDatabases(): Promise<void> {
  await closeIdle()
  if (!created.length) return
  await onDatabase(postgresOfRun(), async (query) => {
    const unused = await query<{ name: string }>(
      `select name from unnest($1::text[]) as name
        where not exists (
          select from pg_stat_activity where datname = name and application_name <> $2)`,
      [created.splice(0), applicationName],
    )
    // A server that is ending may still connect. Then the database stays.
    for (const { name } of unused) await query(`drop database ${name}`).catch(() => {})
  })
}

// PostgreSQL may end these sessions a little later, so `dropDatabases` does not count them as users of a database.
async function closeIdle(): Promise<void> {
  const clients = [...idle.values()].flat()
  idle.clear()
  await Promise.all(
    clients.map((client) => {
      client.ref()
      return client.end().catch(() => {})
    }),
  )
}

function postgresOfRun(): string {
  const postgres = process.env.POSTGRES_UNDER_TEST
  if (!postgres)
    throw new Error('POSTGRES_UNDER_TEST is not set. The global setup of the test run sets it.')
  return postgres
}
