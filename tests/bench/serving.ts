import { onDatabase } from '../support/database.ts'
import type { ServerProcess } from '../support/server.ts'
import {
  compareRates,
  latencies,
  percentile,
  requestsPerSecond,
  residentMegabytes,
} from './load.ts'
import { barePeer, nginxPeer, type Peer } from './peers.ts'
import type { Row } from './table.ts'

const rounds = 5
const seconds = 5
// Requests with a session read the page cache but do not fill it. So the page is rendered for each of these requests.
const uncached = { cookie: 'common-room-session=1', 'accept-encoding': 'br' }
const uncachedPath = '/beer?style=Saison'

/** The request rate of a cached page, relative to a server that only sends the same bytes. */
export async function cachedPages(server: ServerProcess): Promise<Row[]> {
  const page = await server.get('/', { 'accept-encoding': 'br' })
  const headers = Object.fromEntries(
    Object.entries(page.headers).filter(([name]) => !/^(date|connection|keep-alive)$/.test(name)),
  ) as Record<string, string>
  const ours = { url: `http://127.0.0.1:${server.port}/`, pid: server.child.pid ?? 0 }
  const plain = Object.fromEntries(
    Object.entries(headers).filter(([name]) => /^content-(type|length|encoding)$/.test(name)),
  )
  const peers: [string, Peer | null, Row['goal']][] = [
    ['a bare node:http server', await barePeer(page.body, headers), { atLeast: 0.85 }],
    ['a bare server that sends only three headers', await barePeer(page.body, plain), undefined],
    ['nginx', await nginxPeer(page.body), undefined],
  ]
  const rows: Row[] = []
  for (const [name, peer, goal] of peers) {
    if (!peer) continue
    const rates = await compareRates(ours, peer, { rounds, seconds })
    const [lowest, highest] = [rates.lowest, rates.highest].map((ratio) => ratio.toFixed(2))
    rows.push({
      what: `Cached home page, requests/s relative to ${name}`,
      value: rates.ratio,
      unit: `(${lowest}–${highest}, ${Math.round(rates.perSecond)}/s)`,
      ...(goal && { goal }),
    })
    peer.stop()
  }
  return rows
}

/** Resident memory while pages are requested, after staff opened the admin. */
export async function memoryUnderLoad(server: ServerProcess, token: string): Promise<Row> {
  const headers = { cookie: `payload-token=${token}` }
  for (const path of ['/cms', '/cms/collections/menus', '/cms/visual/cafe', '/cafe']) {
    await server.get(path, headers)
  }
  const pid = server.child.pid ?? 0
  let highest = 0
  const timer = setInterval(() => {
    highest = Math.max(highest, residentMegabytes(pid))
  }, 200)
  await requestsPerSecond(`http://127.0.0.1:${server.port}/`, seconds)
  await latencies(`http://127.0.0.1:${server.port}${uncachedPath}`, {
    count: 600,
    connections: 4,
    headers: uncached,
  })
  clearInterval(timer)
  return {
    what: 'Resident memory under load, the admin opened',
    value: highest,
    unit: 'MB',
    goal: { atMost: 350 },
  }
}

/** The time and the queries that rendering a page takes. */
export async function uncachedPages(server: ServerProcess, databaseUrl: string): Promise<Row[]> {
  const url = `http://127.0.0.1:${server.port}${uncachedPath}`
  const requestPage = (count: number) =>
    latencies(url, { count, connections: 4, headers: uncached })
  await requestPage(200)
  const before = await countTransactions(databaseUrl)
  const startedAt = Date.now()
  const count = 1000
  const times = await requestPage(count)
  // The program checks twice a second whether the database is available. These queries are subtracted.
  const pings = ((Date.now() - startedAt) / 1000) * 2
  const after = await countTransactions(databaseUrl)
  return [
    {
      what: 'Page rendered without the cache, p95 at 4 connections',
      value: percentile(times, 0.95),
      unit: 'ms',
      goal: { atMost: 30 },
    },
    {
      what: 'Queries for one rendered page',
      value: Math.round(((after - before - pings) / count) * 10) / 10,
      unit: '',
      goal: { atMost: 1 },
    },
  ]
}

/** Page request rates with a full database, relative to the rates before it was filled. */
export async function fullDatabase(server: ServerProcess, databaseUrl: string): Promise<Row[]> {
  const cachedUrl = `http://127.0.0.1:${server.port}/`
  const measure = async () => {
    const times = await latencies(`http://127.0.0.1:${server.port}${uncachedPath}`, {
      count: 600,
      connections: 4,
      headers: uncached,
    })
    return {
      cached: await requestsPerSecond(cachedUrl, seconds),
      rendered: times.length / times.reduce((sum, time) => sum + time, 0),
    }
  }
  await measure()
  const before = await measure()
  await onDatabase(databaseUrl, async (query) => {
    await query(`insert into cms_content (page, section, content_key, content_type, content_data, published, _status)
      select 'page-' || n % 500, 'section-' || n % 10, 'key-' || n, 'text', jsonb_build_object('text', repeat('word ', 40)), true, 'published'
        from generate_series(1, 10000) n`)
    await query(`insert into media (alt, filename, mime_type, filesize, width, height, picture)
      select 'Picture ' || n, 'picture-' || n || '.webp', 'image/webp', 1000, 1200, 800, '{}'::jsonb
        from generate_series(1, 1000) n`)
    await query('analyze')
  })
  const after = await measure()
  return [
    {
      what: 'Cached page with 10,000 texts and 1,000 pictures, relative to a small database',
      value: after.cached / before.cached,
      unit: '',
      goal: { atLeast: 0.9 },
    },
    {
      what: 'Rendered page with 10,000 texts and 1,000 pictures, relative to a small database',
      value: after.rendered / before.rendered,
      unit: '',
      goal: { atLeast: 0.9 },
    },
  ]
}

async function countTransactions(url: string): Promise<number> {
  // Waits, because sessions of PostgreSQL update their statistics at most once a second.
  await new Promise((resolve) => setTimeout(resolve, 1500))
  return onDatabase(url, async (query) => {
    const [row] = await query<{ count: string }>(
      `select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()`,
    )
    return Number(row?.count)
  })
}
