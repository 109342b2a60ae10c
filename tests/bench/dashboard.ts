import { randomBytes } from 'node:crypto'
import http from 'node:http'
import { performance } from 'node:perf_hooks'
import { writeSessionToken } from '../../cms/features/members/sessions/session-token.ts'
import { hashToken } from '../../cms/platform/crypto/tokens.ts'
import { addMember, fillTenYears, tenYears } from '../support/dashboard.ts'
import { databaseAt, onDatabase, type Query } from '../support/database.ts'
import { request } from '../support/request.ts'
import { startServerProcess } from '../support/server.ts'
import { percentile } from './load.ts'
import type { Row } from './table.ts'

const others = 100_000
const pages = [
  ['Dashboard', '/common-room/member/dashboard'],
  ['My Home', '/common-room/member'],
] as const

/**
 * Measures the pages of a member with ten years of entries beside those of a new member, among 100,000 others.
 * @param databaseUrl any database of the PostgreSQL server; a new database is created on that server
 */
export async function dashboard(
  databaseUrl: string,
  { rounds }: { rounds: number },
): Promise<Row[]> {
  await onDatabase(databaseUrl, (query) => query('create database dashboard'))
  const url = databaseAt(databaseUrl, 'dashboard')
  const settings = { DATABASE_URL: url, DEMO: '1', LOG_LEVEL: 'warn', CLIENT_BUDGET: '0' }
  await (await startServerProcess(settings)).stop()
  const cookies = await onDatabase(url, async (query) => {
    await addOthers(query)
    const old = await addMember(query, 'ten-years@bench.example', 'Ada')
    const fresh = await addMember(query, 'new@bench.example', 'Bo')
    await fillTenYears(query, old, 'bench')
    await query('vacuum analyze')
    return { old: await signIn(query, old), fresh: await signIn(query, fresh) }
  })
  const server = await startServerProcess(settings)
  const agent = new http.Agent({ keepAlive: true, maxSockets: 2 })
  const rows: Row[] = []
  for (const [name, path] of pages) {
    const times = { old: [] as number[], fresh: [] as number[] }
    const timed = async (who: 'old' | 'fresh') => {
      const startedAt = performance.now()
      const reply = await request(server.port, path, { headers: { cookie: cookies[who] } }, agent)
      if (reply.status !== 200) throw new Error(`${path}: ${reply.status}`)
      return performance.now() - startedAt
    }
    // The two members take turns, so that other load affects both equally. The first requests warm up.
    for (let n = -30; n < rounds * 200; n++) {
      for (const who of ['old', 'fresh'] as const) {
        const time = await timed(who)
        if (n >= 0) times[who].push(time)
      }
    }
    const [old, fresh] = [times.old, times.fresh].map((all) =>
      percentile(
        all.toSorted((one, other) => one - other),
        0.95,
      ),
    ) as [number, number]
    const entries = Object.values(tenYears).reduce((sum, count) => sum + count, 0)
    rows.push(
      {
        what: `${name} of a member with ten years and ${entries.toLocaleString('en-GB')} entries among 100,000 others, p95`,
        ...{ value: old, unit: 'ms', goal: { atMost: 60 } },
      },
      {
        what: 'The same, relative to a new member',
        ...{ value: old / fresh, unit: `(${fresh.toFixed(1)} ms)`, goal: { atMost: 1.2 } },
      },
    )
  }
  agent.destroy()
  await server.stop()
  return rows
}

async function signIn(query: Query, member: number): Promise<string> {
  const key = randomBytes(32).toString('base64url')
  await query(
    `insert into member_sessions (member, key, method, user_agent, expires_at)
     values ($1, $2, 'code', '', now() + interval '20 days')`,
    [member, hashToken(key)],
  )
  return `common-room-session=${writeSessionToken({ key, generation: 0, isSecret: false })}`
}

/** Members with five visits and three reservations each, and 5,000 of them with credit. */
async function addOthers(query: Query): Promise<void> {
  await query(
    `insert into members (email, source, analytics_consent) select 'other' || n || '@bench.example', 'bench', true
       from generate_series(1, ${others}) as n`,
  )
  const each = `from members as m, generate_series(1, 5) as k where m.source = 'bench'`
  await query(
    `insert into check_in_visits (member, night, area, at, source)
     select m.id, (current_date - k * 30)::text, 'Beer Hall', current_date - k * 30 + interval '20 hours', 'door' ${each}`,
  )
  await query(
    `with dates as (
       insert into event_dates (event, original_start, slug, status, visibility, title, summary, starts_at, ends_at, day,
                                slot, areas, interests, capacity, max_party, payment, price, member_price,
                                common_good_percent, taken)
       select 400000, to_char(at, 'YYYY-MM-DD"T"HH24:MI'), 'bench-' || k, 'ended', 'public', 'Bench ' || k, '', at,
              at + interval '2 hours', at::date::text, 'Evening', array['Cafe'], '{}', null, 6, 'free', 0, 0, 1, 0
         from generate_series(1, 3) as k, lateral (select current_date - k * 40 + interval '19 hours' as at) as x
       returning id)
     insert into reservations (kind, subject, member, party, status, payment, key, confirmed_at)
     select 'event', dates.id, m.id, 1, 'attended', 'free', 'bench ' || m.id, now() from dates, members as m where m.source = 'bench'`,
  )
  await query(
    `select ledger_transfer('bench-other:' || id, '\\x00'::bytea, 'top_up', null, null, 'GBP', 'Europe/London', null, null, null,
                            'system', null, array['till:cash', 'member:' || id], array[-1000, 1000]::bigint[])
       from (select id from members where source = 'bench' order by id limit 5000) as few`,
  )
}
