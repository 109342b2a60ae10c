import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { insertTraffic } from '../../cms/features/analytics/demo/queries/traffic.ts'
import { databaseAt, onDatabase } from '../support/database.ts'
import { type Server, startServerProcess } from '../support/server.ts'
import { makeStaff, sessionHeaders } from '../support/staff.ts'
import { waitUntil } from '../support/wait-until.ts'
import { median, percentile, runAtRate } from './load.ts'
import type { Row } from './table.ts'

/** How long visitors' events are sent: a short time for a quick run, or the time that the goal requires. */
export type Duration = { seconds: number }

/** @returns the URL of a new database with the schema, and a server that uses it */
async function startOnNewDatabase(databaseUrl: string, name: string) {
  await onDatabase(databaseUrl, (query) => query(`create database ${name}`))
  const url = databaseAt(databaseUrl, name)
  // Without the demo venue, because the server would add up its visits during the measurement.
  return { url, server: await startServerProcess({ DATABASE_URL: url, DEMO: '0' }) }
}

const loads = [
  // With these pauses, slightly more events than the goal are sent.
  { name: 'in batches of 50', events: 50, connections: 24, pauseMs: 190, goal: 5000 },
  { name: 'one by one', events: 1, connections: 80, pauseMs: 32, goal: 1500 },
] as const

/**
 * Measures how fast visitors' events are stored, and the response times of pages meanwhile.
 * @param databaseUrl any database of the PostgreSQL server; a new database is created on that server
 */
export async function analytics(databaseUrl: string, { seconds }: Duration): Promise<Row[]> {
  const { url, server } = await startOnNewDatabase(databaseUrl, 'ingested')
  await server.get('/')
  const rows: Row[] = []
  for (const { name, events, connections, pauseMs, goal } of loads) {
    await collect(server, { events, connections, pauseMs, seconds: 3 })
    const idle = await pageTimes(server, 10)
    const before = await countViews(url)
    const [sent, busy] = await Promise.all([
      collect(server, { events, connections, pauseMs, seconds }),
      pageTimes(server, seconds),
    ])
    const stored = (await countViews(url)) - before
    console.error(JSON.stringify({ name, ...sent, stored, idle, busy }))
    rows.push(
      {
        what: `Events stored ${name}, for ${seconds} s`,
        value: sent.perSecond,
        unit: '/s',
        goal: { atLeast: goal },
      },
      {
        what: `Acknowledged events ${name} that are not stored`,
        value: Math.max(0, sent.accepted - stored),
        unit: '',
        goal: { atMost: 0 },
      },
      {
        what: 'Home page meanwhile, p95 relative to idle',
        value: busy / idle,
        unit: '',
        goal: { atMost: 2 },
      },
    )
  }
  await server.stop()
  return rows
}

type Load = { events: number; connections: number; pauseMs: number; seconds: number }

async function collect(server: Server, { events, connections, pauseMs, seconds }: Load) {
  const script = path.join(import.meta.dirname, 'collect.lua')
  const { stdout } = await promisify(execFile)('wrk', [
    ...[
      '-t1',
      `-c${connections}`,
      `-d${seconds}s`,
      '-s',
      script,
      `http://127.0.0.1:${server.port}`,
    ],
    '--',
    String(events),
    String(pauseMs),
  ])
  const [, accepted, refused, microseconds] = /RESULT (\d+) (\d+) (\d+)/.exec(stdout) ?? []
  return {
    accepted: Number(accepted),
    refused: Number(refused),
    perSecond: (Number(accepted) / Number(microseconds)) * 1_000_000,
  }
}

/** The p95 of the home page's response times, in ms. */
async function pageTimes(server: Server, seconds: number): Promise<number> {
  const { times, failures } = await runAtRate(20, seconds, async () => {
    const { status } = await server.get('/')
    if (status !== 200) throw new Error(`The home page answered ${status}.`)
  })
  if (failures) throw new Error(`${failures} requests of the home page failed.`)
  return percentile(times, 0.95)
}

const countViews = (url: string) =>
  onDatabase(url, async (query) => {
    const [row] = await query<{ count: number }>('select count(*)::int from page_views')
    return row?.count ?? 0
  })

const dayMs = 86_400_000
const daysAgo = (count: number) => new Date(Date.now() - count * dayMs).toISOString().slice(0, 10)
const historyDays = 395
const visitorsPerDay = 9000

const reports = [
  'overview',
  'pages',
  'entries',
  'exits',
  'sources',
  'technology',
  'journeys',
  'actions',
  'vitals',
  'funnels',
  'members',
]
const ranges = [
  { name: '30 days', from: daysAgo(29), goal: 500 },
  { name: '13 months', from: daysAgo(historyDays - 1), goal: 2000 },
] as const

/**
 * Measures how long reports of 10 million page views take.
 * @param databaseUrl any database of the PostgreSQL server; a new database is created on that server
 */
export async function analyticsReports(databaseUrl: string): Promise<Row[]> {
  const { url, server } = await startOnNewDatabase(databaseUrl, 'visited')
  const { publisher } = await makeStaff(server)
  await onDatabase(url, async (query) => {
    await query(`set work_mem = '128MB'`)
    await query('set synchronous_commit = off')
    await insertTraffic(query, {
      from: daysAgo(historyDays - 1),
      to: daysAgo(0),
      visitorsPerDay,
      interactionsFrom: daysAgo(89),
    })
    await query('vacuum analyze')
  })
  await rollUp(url)
  const views = await countViews(url)

  const rows: Row[] = []
  /** The time of all reports together, for each range, in ms. */
  const totalTimes: number[] = []
  for (const { name, from, goal } of ranges) {
    const query = new URLSearchParams({ from, to: daysAgo(0), compare: 'previous' })
    const times = new Map<string, number>()
    for (const report of reports) {
      const readOnce = async () => {
        const begunAt = performance.now()
        const to = `/api/analytics/reports/${report}?${query}`
        const reply = await server.get(to, sessionHeaders(publisher))
        if (reply.status !== 200) throw new Error(`${to} answered ${reply.status}: ${reply.text}`)
        return performance.now() - begunAt
      }
      times.set(report, median([await readOnce(), await readOnce(), await readOnce()]))
    }
    console.error(name, JSON.stringify(Object.fromEntries(times)))
    const [slowest = ''] = [...times].toSorted(([, a], [, b]) => b - a)[0] ?? []
    totalTimes.push([...times.values()].reduce((sum, each) => sum + each, 0))
    rows.push({
      what: `Slowest report (${slowest}) of ${name} with comparison, ${(views / 1e6).toFixed(1)} million views`,
      value: times.get(slowest) ?? Number.NaN,
      unit: 'ms',
      goal: { atMost: goal },
    })
  }
  await server.stop()
  const [short = 1, long = 0] = totalTimes
  return [
    ...rows,
    {
      what: 'All reports of 13 months, relative to those of 30 days',
      value: long / short,
      unit: '',
      goal: { atMost: 13 },
    },
  ]
}

/** Runs the job that adds up days, until it has added up all days. */
async function rollUp(url: string): Promise<void> {
  await onDatabase(url, async (query) => {
    const findDayWithoutSums = () =>
      query(
        `select from generate_series($1::timestamp, $2::timestamp, '1 day') as day
          where day::date not in (select day from analytics_days where rolled_at is not null)
          limit 1`,
        [daysAgo(historyDays - 1), daysAgo(2)],
      )
    const findJobs = () =>
      query(`select from graphile_worker.jobs where task_identifier = 'analytics.roll-up'`)
    do {
      await query(
        `select graphile_worker.add_job('analytics.roll-up', job_key => 'bench', job_key_mode => 'replace')`,
      )
      await waitUntil(findJobs, ({ length }) => length === 0, 600_000)
    } while ((await findDayWithoutSums()).length)
    await query('vacuum analyze')
  })
}
