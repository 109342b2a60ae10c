import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { MineReply } from '../../cms/features/secret-kitchens/contract.ts'
import { drawSeconds } from '../../cms/features/secret-kitchens/rules.ts'
import type { Database } from '../../cms/platform/database/query.ts'
import { databaseAt, onDatabase } from '../support/database.ts'
import { addDrop, setOpening } from '../support/drops.ts'
import { request } from '../support/request.ts'
import { startServerProcess } from '../support/server.ts'
import { visitorOf } from '../support/visitor.ts'
import { percentile, runAtRate } from './load.ts'
import { signInMany } from './members.ts'
import type { Row } from './table.ts'

const waiting = 2000
const claimants = 1000
const claimSeconds = 2
const portions = 40
/** Cached pages per second, meanwhile. */
const pagesPerSecond = 200
const idleSeconds = 5

/**
 * Measures the opening of a drop: 2,000 people wait for it on its page, 1,000 of them claim within two seconds, and ask what
 * came of it after the draw. Meanwhile others read cached pages.
 * @param databaseUrl any database of the PostgreSQL server; a new database is created on that server
 */
export async function secretKitchens(databaseUrl: string): Promise<Row[]> {
  await onDatabase(databaseUrl, (query) => query('create database secret_kitchens'))
  const url = databaseAt(databaseUrl, 'secret_kitchens')
  const server = await startServerProcess({ DATABASE_URL: url, DEMO: '0', LOG_LEVEL: 'warn' })
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  const agent = new http.Agent({ keepAlive: true, maxSockets: 200 })
  const pageAgent = new http.Agent({ keepAlive: true, maxSockets: 50 })
  try {
    const to = {
      send: ((path, options) => request(server.port, path, options, agent)) as typeof server.send,
    }
    const people = (await signInMany(url, waiting)).map((token) =>
      visitorOf(to, new Map([['common-room-session', token]])),
    )
    const db = drizzle(pool) as unknown as Database
    const { id, slug } = await addDrop(db, { portions, opensAt: new Date(Date.now() + 600_000) })
    const mine = async (n: number) => {
      const reply = await people[n]?.get(`/api/secret-kitchens/mine?drop=${id}`)
      if (reply?.status !== 200) throw new Error(`What a member has was answered ${reply?.status}.`)
      return reply.json<MineReply>()
    }
    const readPage = async () => {
      const { status } = await request(server.port, '/', {}, pageAgent)
      if (status !== 200) throw new Error(`A cached page was answered ${status}.`)
    }
    await readPage()
    const idle = await runAtRate(pagesPerSecond, idleSeconds, readPage)
    // They come to the page.
    const came = await runAtRate(400, waiting / 400, async (n) => {
      await people[n]?.get(`/secretkitchens/${slug}`)
      await mine(n)
    })
    await setOpening((text, values) => onDatabase(url, (query) => query(text, values)), id, 0)
    const openedAt = performance.now()
    const [claims, pages] = await Promise.all([
      runAtRate(claimants / claimSeconds, claimSeconds, async (n) => {
        const reply = await people[n]?.call('/api/secret-kitchens/claim', { drop: id, portions: 1 })
        if (reply?.status !== 200) throw new Error(`A claim was answered ${reply?.status}.`)
      }),
      runAtRate(pagesPerSecond, claimSeconds + 2, readPage),
    ])
    await sleep(Math.max(0, drawSeconds * 1000 - (performance.now() - openedAt)))
    const drawnAt = performance.now()
    const outcomes: (string | undefined)[] = []
    const [asked, pagesOfDraw] = await Promise.all([
      runAtRate(Math.round(claimants / 3), 3, async (n) => {
        outcomes.push((await mine(n)).claim?.status)
      }),
      runAtRate(pagesPerSecond, 4, readPage),
    ])
    const knownSeconds = (performance.now() - drawnAt) / 1000
    const got = outcomes.filter((each) => each === 'held').length
    const [row] = await onDatabase(url, (query) =>
      query<{ held: number; waiting: number }>(
        `select count(*) filter (where status = 'held')::int as held,
                count(*) filter (where status = 'waitlisted')::int as waiting
           from reservations where kind = 'drop'`,
      ),
    )
    const failures = [came, claims, asked, pages, pagesOfDraw].reduce(
      (sum, each) => sum + each.failures,
      0,
    )
    console.error(
      `Drop: ${got} of ${outcomes.length} heard that they have a portion; ${knownSeconds.toFixed(1)} s after the draw was due all had heard.`,
    )
    const during = [...pages.times, ...pagesOfDraw.times].sort((one, other) => one - other)
    return [
      {
        what: 'Of 1,000 claims within 2 s while 2,000 wait, the slowest answer',
        value: (claims.times.at(-1) ?? Number.NaN) / 1000,
        unit: 's',
        goal: { atMost: 5 },
      },
      {
        what: 'The outcome of the draw for 1,000, the slowest answer',
        value: (asked.times.at(-1) ?? Number.NaN) / 1000,
        unit: 's',
        goal: { atMost: 5 },
      },
      {
        what: 'Requests of these that failed, portions too many or too few, and claims that were lost',
        value:
          failures +
          Math.abs((row?.held ?? 0) - portions) +
          Math.abs((row?.waiting ?? 0) - (claimants - portions)),
        unit: '',
        goal: { atMost: 0 },
      },
      {
        what: 'Cached pages at 200/s meanwhile, p95 relative to idle',
        value: percentile(during, 0.95) / percentile(idle.times, 0.95),
        unit: '',
        goal: { atMost: 3 },
      },
    ]
  } finally {
    agent.destroy()
    pageAgent.destroy()
    await pool.end()
    await server.stop()
  }
}
