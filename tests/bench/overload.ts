import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { databaseAt, onDatabase } from '../support/database.ts'
import { temporaryFolder } from '../support/folders.ts'
import { request } from '../support/request.ts'
import { type Server, startServerProcess } from '../support/server.ts'
import { makeStaff } from '../support/staff.ts'
import { findExpensive, type MeasuredRequest } from './expensive.ts'
import { median, percentile, runAtRate } from './load.ts'
import { signInMany } from './members.ts'
import type { Row } from './table.ts'

const rounds = 3
const seconds = 8
const perSecond = 20
/** How many kinds of requests the client sends in rotation. They are the most expensive kinds. */
const kinds = 5

/**
 * Measures how much slower other visitors' requests become while one client sends 2,000 of the most
 * expensive requests a second.
 * @param databaseUrl any database of the PostgreSQL server; the measurement creates its own database there
 */
export async function overload(databaseUrl: string): Promise<Row[]> {
  await onDatabase(databaseUrl, (query) => query('create database overload'))
  const url = databaseAt(databaseUrl, 'overload')
  const unlimited = await startServerProcess({ DATABASE_URL: url, CLIENT_BUDGET: '0' })
  const { admin } = await makeStaff(unlimited)
  const found = await findExpensive(unlimited, admin)
  await unlimited.stop()
  // One request of each kind: a login, a page of the admin, a list …
  const worst = found.filter(
    ({ path }, index) => found.findIndex((each) => kindOf(each.path) === kindOf(path)) === index,
  )
  for (const each of worst.slice(0, 10)) console.error(describeRequest(each))

  // An empty `CLIENT_BUDGET` means the default limit.
  const server = await startServerProcess({ DATABASE_URL: url, CLIENT_BUDGET: '' })
  const [session = ''] = await signInMany(url, 1)
  const measure = createMeasurement(server, session)
  // The first request for a page of the admin loads Next, so it is sent before the measurement.
  await server.get('/cms/login')
  await measure()
  const floods = [
    { name: 'expensive requests', requests: worst.slice(0, kinds) },
    { name: 'requests with visitors’ events', requests: [collectRequest] },
  ]
  const rows: Row[] = []
  for (const { name, requests } of floods) {
    const ratios: { page: number; call: number }[] = []
    for (let round = 0; round < rounds; round++) {
      const idle = await measure()
      const flood = startFlood(server, requests)
      await sleep(2000)
      const busy = await measure()
      flood.kill('SIGINT')
      ratios.push({ page: busy.page / idle.page, call: busy.call / idle.call })
      console.error(JSON.stringify({ name, idle, busy }))
      await sleep(1000)
    }
    const during = `of others while one client makes 2,000 ${name} a second, p95 relative to idle`
    const goal = { atMost: 2 }
    rows.push(
      {
        what: `Home page ${during}`,
        value: median(ratios.map(({ page }) => page)),
        unit: '',
        goal,
      },
      {
        what: `Member calls ${during}`,
        value: median(ratios.map(({ call }) => call)),
        unit: '',
        goal,
      },
    )
  }
  await server.stop()
  return rows
}

const collectRequest = {
  method: 'POST',
  path: '/api/analytics/collect',
  headers: { 'content-type': 'text/plain', 'user-agent': 'Mozilla/5.0 Firefox/1{n}.0' },
  body: JSON.stringify({
    sent: 0,
    referrer: '',
    source: {},
    events: [{ type: 'view', id: 'overload-view-{n}', path: '/', title: 'Home', at: 0, time: 6 }],
  }),
  status: 200,
  ms: 0,
}

/** The first two segments of a path. */
const kindOf = (path: string) => path.split('?', 1)[0]?.split('/').slice(0, 3).join('/')

const describeRequest = ({ method = 'GET', path: to, status, ms }: MeasuredRequest): string =>
  `\`${method} ${to.replaceAll('{n}', '…').slice(0, 60)}\` (${status}, ${ms.toFixed(1)} ms)`

/** @returns a function that measures the p95 durations of home page requests and of a member’s calls, in ms */
function createMeasurement({ port }: Server, session: string) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 20 })
  // `x-forwarded-for` makes the requests come from many networks. Coming from one client, they would use up its budget.
  const get = async (n: number, to: string, headers: Record<string, string>) => {
    const sent = { ...headers, 'x-forwarded-for': `${80 + (n % 40)}.0.113.1` }
    const { status } = await request(port, to, { headers: sent }, agent)
    if (status !== 200) throw new Error(`${to}: ${status}`)
  }
  const home = { 'accept-encoding': 'br' }
  const member = { cookie: `common-room-session=${session}` }
  return async () => {
    const [page, call] = await Promise.all([
      runAtRate(perSecond, seconds, (n) => get(n, '/', home)),
      runAtRate(perSecond, seconds, (n) => get(n, '/api/auth/user', member)),
    ])
    const cause = page.error ?? call.error
    if (cause) throw new Error('Requests of other visitors were refused or failed.', { cause })
    return { page: percentile(page.times, 0.95), call: percentile(call.times, 0.95) }
  }
}

/** Starts wrk, which makes 2,000 requests a second as one client until it is stopped. */
function startFlood({ port }: Server, requests: MeasuredRequest[]): ChildProcess {
  const { folder, remove } = temporaryFolder()
  const file = path.join(folder, 'requests')
  writeFileSync(file, requests.map((each) => `${textOf(each)}\0`).join(''))
  const script = path.join(import.meta.dirname, 'flood.lua')
  const child = spawn(
    'wrk',
    ['-t1', '-c50', '-d1h', '-s', script, `http://127.0.0.1:${port}`, '--', file, '2000'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  child.stdout?.on('data', (text: Buffer) => console.error(/Requests\/sec.*/.exec(`${text}`)?.[0]))
  child.once('exit', remove)
  return child
}

/** A request as it is sent, except that `{n}` becomes a number of seven digits. Source: RFC 9112 */
function textOf({ method = 'GET', path: to, headers, body }: MeasuredRequest): string {
  const text = body === undefined ? '' : String(body)
  const all = {
    host: 'localhost',
    'x-forwarded-for': '198.51.100.1',
    ...headers,
    ...(text && { 'content-length': Buffer.byteLength(text.replaceAll('{n}', '0000000')) }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${to} HTTP/1.1\r\n${lines.join('')}\r\n${text}`
}
