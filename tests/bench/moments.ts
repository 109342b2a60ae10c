import sharp from 'sharp'
import { databaseAt, onDatabase, type Query } from '../support/database.ts'
import { membershipOf } from '../support/membership.ts'
import { sendMoment } from '../support/moments.ts'
import { type ServerProcess, startServerProcess } from '../support/server.ts'
import type { Visitor } from '../support/visitor.ts'
import { latencies, percentile, residentMegabytes, runAtRate } from './load.ts'
import type { Row } from './table.ts'

const uploads = 20
const [few, many] = [50, 50_000]
const pagesPerSecond = 200
const wallPath = '/common-room/member/moments'

/**
 * Measures the wall with many moments, and concurrent uploads beside visitors.
 * @param databaseUrl any database of the PostgreSQL server; a new database is created on that server
 */
export async function moments(databaseUrl: string): Promise<Row[]> {
  await onDatabase(databaseUrl, (query) => query('create database moments'))
  const url = databaseAt(databaseUrl, 'moments')
  const server = await startServerProcess({ DATABASE_URL: url, CLIENT_BUDGET: '0', DEMO: '0' })
  const query: Query = (text, values) => onDatabase(url, (run) => run(text, values))
  try {
    const membership = membershipOf(server, url)
    const visitors: Visitor[] = []
    for (let n = 0; n < uploads; n++) {
      visitors.push((await membership.signIn(`moments-${n}@bench.example`)).visitor)
    }
    return [
      ...(await measureUploads(server, { query, visitors })),
      ...(await measureWall(server, { query, visitor: visitors[0] as Visitor })),
    ]
  } finally {
    await server.stop()
  }
}

/** A picture with as much detail as a photograph. */
function photo(seed: number): Promise<Buffer> {
  const [width, height] = [2400, 1800]
  const pixels = Buffer.alloc(width * height * 3)
  for (let at = 0; at < pixels.length; at++) {
    const [x, y] = [(at / 3) % width, Math.floor(at / 3 / width)]
    const wave = Math.sin((x + seed * 97) / 37) * Math.cos(y / (23 + seed)) * 90
    pixels[at] = 128 + wave + ((at * 2654435761) >>> 27)
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 88 })
    .toBuffer()
}

async function measureUploads(
  server: ServerProcess,
  { query, visitors }: { query: Query; visitors: readonly Visitor[] },
): Promise<Row[]> {
  const pictures: Buffer[] = []
  for (const seed of visitors.keys()) pictures.push(await photo(seed))
  const visit = async () => {
    const { status } = await server.get('/')
    if (status !== 200) throw new Error(`The home page answered ${status}.`)
  }
  await runAtRate(pagesPerSecond, 2, visit)
  const idle = await runAtRate(pagesPerSecond, 5, visit)

  const pid = server.child.pid ?? 0
  let [isReady, megabytes] = [false, 0]
  const watching = setInterval(() => {
    megabytes = Math.max(megabytes, residentMegabytes(pid))
  }, 200)
  const startedAt = performance.now()
  const upload = async () => {
    const replies = await Promise.all(
      visitors.map((visitor, n) => sendMoment(visitor, { bytes: pictures[n] as Buffer })),
    )
    for (const { status, text } of replies) if (status !== 201) throw new Error(text)
    const isEncoding = `select 1 from moments where state = 'encoding'`
    while ((await query(isEncoding)).length) {
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    return (performance.now() - startedAt) / 1000
  }
  const ready = upload().finally(() => {
    isReady = true
  })
  const [times, failures]: [number[], number[]] = [[], []]
  while (!isReady) {
    const second = await runAtRate(pagesPerSecond, 1, visit)
    times.push(...second.times)
    failures.push(second.failures)
  }
  const seconds = await ready
  clearInterval(watching)
  const failed = await query(`select problem from moments where state = 'failed'`)
  if (failed.length) throw new Error(`Some uploads failed: ${JSON.stringify(failed)}`)
  const p95 = percentile(
    times.sort((a, b) => a - b),
    0.95,
  )
  return [
    {
      what: '20 concurrent uploads of 4 megapixels are ready',
      ...{ value: seconds, unit: 's', goal: { atMost: 120 } },
    },
    {
      what: 'Home page meanwhile (200/s), p95 relative to idle',
      ...{ value: p95 / percentile(idle.times, 0.95), unit: '', goal: { atMost: 3 } },
    },
    {
      what: 'Of these pages failed',
      ...{ value: failures.reduce((sum, each) => sum + each, 0), unit: '', goal: { atMost: 0 } },
    },
    {
      what: 'Highest resident memory meanwhile',
      ...{ value: megabytes, unit: 'MB', goal: { atMost: 600 } },
    },
  ]
}

async function measureWall(
  server: ServerProcess,
  { query, visitor }: { query: Query; visitor: Visitor },
): Promise<Row[]> {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const measure = async () => {
    const request = { connections: 2, headers: { cookie } }
    await latencies(server.url + wallPath, { ...request, count: 50 })
    return percentile(await latencies(server.url + wallPath, { ...request, count: 600 }), 0.95)
  }
  const add = (count: number) =>
    query(
      `insert into moments (member, key, state, caption, alt, area, audience, month, width, height, color, widths)
       select m.id, 'bench-' || n || '-' || clock_timestamp(), 'shown', 'A caption of some words', 'A moment',
              (array['Cafe', 'Beer Hall', 'Kitchens'])[1 + n % 3], 'members',
              to_char(date '2020-01-01' + n / 24, 'YYYY-MM'), 2400, 1800, '#8899aa', '{480,1200,2400}'
         from generate_series(1, $1::int) as n, lateral (select id from members order by id offset n % 20 limit 1) as m`,
      [count],
    )
  await query('delete from moments')
  await add(few)
  await query('analyze moments')
  const before = await measure()
  await add(many - few)
  await query('analyze moments')
  const ratio = (await measure()) / before
  return [
    {
      what: 'First page of the wall with 50,000 moments, p95 relative to fifty',
      ...{ value: ratio, unit: `(${before.toFixed(1)} ms with fifty)`, goal: { atMost: 1.2 } },
    },
  ]
}
