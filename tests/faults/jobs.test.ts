import { type ChildProcess, spawn } from 'node:child_process'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Database, sql } from '../../cms/platform/database/query.ts'
import { clockJob } from '../../cms/platform/jobs/clock.ts'
import { enqueue } from '../../cms/platform/jobs/enqueue.ts'
import { countFailedJobs } from '../../cms/platform/jobs/heartbeat.ts'
import { defineJob, type JobContext, type JobType } from '../../cms/platform/jobs/job.ts'
import { nodeArguments } from '../support/child-processes.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { root } from '../support/folders.ts'
import { secret } from '../support/server.ts'
import { waitUntil } from '../support/wait-until.ts'

type Data = { n: number; ms: number; failures?: number }
const work: JobType<Data> = { name: 'test.work' }

let url: string
let pool: pg.Pool
let database: ReturnType<typeof drizzle>
let db: Database
const processes: ChildProcess[] = []

beforeAll(async () => {
  url = await makeDatabase('empty')
  pool = new pg.Pool({ connectionString: url })
  database = drizzle(pool)
  db = database as unknown as Database
  await queryRows(
    'create table runs (n int, attempt int, pid int, at timestamptz default clock_timestamp())',
  )
  await queryRows('create table done (n int)')
  await queryRows('create table failures (n int, attempt int, retry_at timestamptz)')
})
afterEach(async () => {
  for (const each of processes.splice(0)) await end(each, 'SIGTERM')
  await queryRows('truncate runs, done, failures')
  await queryRows(`delete from graphile_worker._private_jobs`)
})
afterAll(() => pool?.end())

const queryRows = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  onDatabase(url, (query) => query<Row>(text, values))
const add = (data: Data, options = {}, type = work) => enqueue(db, type, data, options)
const listDone = async () =>
  (await queryRows<{ n: number }>('select n from done order by n')).map(({ n }) => n)
const runsOf = (n: number) =>
  queryRows<{ attempt: number; pid: number; at: Date }>(
    'select * from runs where n = $1 order by at',
    [n],
  )

async function start(): Promise<ChildProcess> {
  const child = spawn(process.execPath, nodeArguments('job-process'), {
    cwd: root,
    env: { ...process.env, DATABASE_URL: url, SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  processes.push(child)
  await new Promise((resolve) => child.stdout?.once('data', resolve))
  return child
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await ended
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

test('three processes run each job once', async () => {
  await Promise.all([start(), start(), start()])
  let count = 0
  // On a busy machine, one process can be slower than the others. So jobs are added until each process has run one.
  await waitUntil(
    async () => {
      for (const end = count + 20; count < end; count++) await add({ n: count, ms: 30 })
      return queryRows('select distinct pid from runs')
    },
    ({ length }) => length === 3,
  )
  await waitUntil(listDone, ({ length }) => length >= count)
  expect(await listDone()).toEqual(range(count))
})

test('a job runs when it is added, a delayed one when it is due', async () => {
  await start()
  await add({ n: 1, ms: 0 })
  await waitUntil(listDone, ([n]) => n === 1)
  const runAt = new Date(Date.now() + 1500)
  await add({ n: 2, ms: 0 }, { runAt })
  await waitUntil(listDone, ({ length }) => length === 2)
  const [run] = await runsOf(2)
  expect(run && +run.at - +runAt).toBeGreaterThanOrEqual(0)
})

test('jobs of a process that is killed are run by another one, as the same attempt', async () => {
  const first = await start()
  for (const n of range(4)) await add({ n, ms: 600_000 })
  await waitUntil(
    () => queryRows('select from runs'),
    ({ length }) => length === 4,
  )
  const second = await start()
  await end(first, 'SIGKILL')
  await waitUntil(listDone, ({ length }) => length === 4)
  for (const n of range(4)) {
    const [before, after, ...more] = await runsOf(n)
    expect(more).toEqual([])
    expect([before?.pid, after?.pid]).toEqual([first.pid, second.pid])
    expect([before?.attempt, after?.attempt]).toEqual([1, 1])
  }
})

test('a job is run even if it was locked for a process that never received it', async () => {
  await start()
  await queryRows(
    `create table lockers as select locked_by as name from graphile_worker._private_jobs limit 0`,
  )
  await queryRows(`
    create function note_locker() returns trigger language plpgsql as $$
    begin insert into lockers values (new.locked_by); return new; end $$`)
  await queryRows(`
    create trigger note_locker before update of locked_by on graphile_worker._private_jobs
      for each row when (new.locked_by is not null) execute function note_locker()`)
  await add({ n: 1, ms: 0 })
  await waitUntil(listDone, ([n]) => n === 1)
  // Simulates a connection that is lost after the commit and before the reply.
  await add({ n: 2, ms: 0 }, { runAt: new Date(Date.now() + 3_600_000) })
  await queryRows(
    `update graphile_worker._private_jobs
        set run_at = now(), attempts = 1, locked_at = now() - interval '11 seconds',
            locked_by = (select name from lockers limit 1)
      where payload->>'n' = '2'`,
  )
  await waitUntil(listDone, ({ length }) => length === 2)
  expect(await runsOf(2)).toMatchObject([{ attempt: 1 }])
  await queryRows('drop trigger note_locker on graphile_worker._private_jobs; drop table lockers')
})

test('a failing job is retried with growing pauses, and counts as permanently failed after its last attempt', async () => {
  await start()
  await add({ n: 1, ms: 0, failures: 2 }, {}, { ...work, attempts: 3 })
  await add({ n: 2, ms: 0, failures: 9 }, {}, { ...work, attempts: 2 })
  const delaysMs: number[] = []
  for (const failures of [1, 2]) {
    const [failed] = await waitUntil(
      () =>
        queryRows<{ ms: number }>(
          `select (extract(epoch from run_at - updated_at) * 1000)::float8 as ms
             from graphile_worker._private_jobs
            where payload->>'n' = '1' and attempts = $1 and locked_at is null`,
          [failures],
        ),
      ({ length }) => length === 1,
    )
    delaysMs.push(failed?.ms ?? 0)
    await queryRows(
      'update graphile_worker._private_jobs set run_at = now() where locked_at is null',
    )
  }
  await waitUntil(
    () => countFailedJobs(db),
    (count) => count === 1,
  )
  await waitUntil(listDone, ([n]) => n === 1)
  expect((await runsOf(1)).map(({ attempt }) => attempt)).toEqual([1, 2, 3])
  const [first = 0, second = 0] = delaysMs
  expect(first).toBeGreaterThan(2000)
  expect(second).toBeGreaterThan(first)
  const [failedJob] = await queryRows('select last_error, attempts from graphile_worker.jobs')
  expect(failedJob).toEqual({ last_error: 'failure 2', attempts: 2 })
})

test('`onFailure` gets each failure of its job, and the job does not count as permanently failed', async () => {
  await start()
  await add({ n: 1, ms: 0, failures: 9 }, {}, { name: 'test.shown', attempts: 2 })
  const failures = await waitUntil(
    () =>
      queryRows<{ attempt: number; retry_at: Date | null }>(
        'select * from failures order by attempt',
      ),
    ({ length }) => length === 2,
  )
  expect(failures).toMatchObject([
    { attempt: 1, retry_at: expect.any(Date) },
    { attempt: 2, retry_at: null },
  ])
  await waitUntil(
    () => queryRows('select from graphile_worker.jobs'),
    ({ length }) => length === 0,
  )
})

test('of several jobs with the same key only the last one runs', async () => {
  const runAt = new Date(Date.now() + 60_000)
  await add({ n: 1, ms: 0 }, { key: 'one', runAt })
  await add({ n: 2, ms: 0 }, { key: 'one' })
  await start()
  await waitUntil(
    () => queryRows('select from graphile_worker.jobs'),
    ({ length }) => length === 0,
  )
  expect(await listDone()).toEqual([2])
})

test('a failed job is not retried, and causes no alarm, if a job with its key was added while it ran', async () => {
  await start()
  await add({ n: 1, ms: 2000, failures: 1 }, { key: 'one' })
  await waitUntil(
    () => runsOf(1),
    ({ length }) => length === 1,
  )
  await add({ n: 2, ms: 0 }, { key: 'one' })
  await waitUntil(
    () =>
      queryRows(
        'select from graphile_worker.jobs where attempts < max_attempts or locked_at is not null',
      ),
    ({ length }) => length === 0,
  )
  expect(await listDone()).toEqual([2])
  expect(await countFailedJobs(db)).toBe(0)
})

test('a job is enqueued when its transaction commits; a rollback enqueues nothing', async () => {
  await start()
  const failing = database.transaction(async (tx) => {
    await enqueue(tx as unknown as Database, work, { n: 1, ms: 0 })
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  await database.transaction(async (tx) => {
    await enqueue(tx as unknown as Database, work, { n: 2, ms: 0 })
    // A job that is enqueued later runs in the meantime.
    await add({ n: 3, ms: 0 })
    await waitUntil(listDone, ({ length }) => length > 0)
    expect(await listDone()).toEqual([3])
  })
  await waitUntil(listDone, ({ length }) => length > 1)
  expect(await listDone()).toEqual([2, 3])
})

test('jobs of a stopped process are run by another process', async () => {
  const first = await start()
  await add({ n: 1, ms: 600_000 })
  await waitUntil(
    () => runsOf(1),
    ({ length }) => length === 1,
  )
  await end(first, 'SIGTERM')
  await start()
  await waitUntil(
    () => runsOf(1),
    ({ length }) => length === 2,
  )
})

test('a schedule enqueues its job once, with any number of processes, in the venue’s time zone', async () => {
  const now = new Date()
  const inKolkata = new Date(+now + 5.5 * 60 * 60_000)
  const daily = (at: Date) => `${at.getUTCMinutes()} ${at.getUTCHours()} * * *`
  const jobOf = (name: string, schedule: string) =>
    defineJob({ name, schedule, run: async () => {} })
  const jobs = [
    jobOf('test.local', daily(inKolkata)),
    jobOf('test.utc', daily(now)),
    jobOf('test.often', '* * * * *'),
  ]
  // Computed from `now`, because the database's clock may already be in the next minute.
  const before = new Date(+now - 60_000).toISOString()
  await db.execute(sql`
    insert into worker_beats (worker, beat_at) values ('clock', ${before}::timestamptz)
    on conflict (worker) do update set beat_at = excluded.beat_at`)
  const run = clockJob(database as never, jobs, async () => 'Asia/Kolkata').run
  const context = { signal: new AbortController().signal, attempt: 1 } as JobContext
  await Promise.all(range(3).map(() => run(null, context)))
  const added = await queryRows<{ key: string; revision: number }>(
    'select key, revision from graphile_worker.jobs order by key',
  )
  expect(added).toEqual([
    { key: 'test.local', revision: 0 },
    { key: 'test.often', revision: 0 },
  ])
})
