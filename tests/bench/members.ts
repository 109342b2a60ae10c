import { randomBytes } from 'node:crypto'
import http from 'node:http'
import autocannon from 'autocannon'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { AuthOptionsReply } from '../../cms/features/members/passkeys/contract.ts'
import { saveCode } from '../../cms/features/members/queries/codes.ts'
import { accessTokenMs, authCheckMs } from '../../cms/features/members/rules.ts'
import { writeSessionToken } from '../../cms/features/members/sessions/session-token.ts'
import { hashToken } from '../../cms/platform/crypto/tokens.ts'
import type { Database } from '../../cms/platform/database/query.ts'
import { databaseAt, onDatabase } from '../support/database.ts'
import { membershipOf } from '../support/membership.ts'
import { type Phone, phoneOf } from '../support/passkeys.ts'
import { request } from '../support/request.ts'
import { type Server, startServerProcess } from '../support/server.ts'
import { type Visitor, visitorOf } from '../support/visitor.ts'
import { median, percentile, rateOf, requestsPerSecond, runAtRate } from './load.ts'
import type { Row } from './table.ts'

const phoneCount = 20
const codeCount = 300
const signedInCount = 2000
const many = 100_000
const rounds = 400

type Site = {
  server: Server
  url: string
  send: Pick<Server, 'send'>
  registered: RegisteredPhone[]
}
/** A phone with a registered passkey of a member. */
type RegisteredPhone = { phone: Phone; handle: string }

/**
 * Measures member calls with few members and with 100,000: passkeys, codes, membership checks, and 2,000 signed-in
 * members beside visitors.
 * @param databaseUrl any database of the PostgreSQL server; new databases are created on that server
 */
export async function members(databaseUrl: string): Promise<Row[]> {
  const few = await startSite(databaseUrl, 'few_members')
  const rows = [
    ...(await ceremonies(few)),
    await membershipChecks(few),
    await verifiedCodes(few),
    ...(await pagesDuringCalls(few)),
  ]
  const full = await startSite(databaseUrl, 'many_members')
  await fill(full.url)
  rows.push(...(await growth(few, full)))
  for (const { server } of [few, full]) await server.stop()
  return rows
}

async function startSite(databaseUrl: string, name: string): Promise<Site> {
  await onDatabase(databaseUrl, (query) => query(`create database ${name}`))
  const url = databaseAt(databaseUrl, name)
  const server = await startServerProcess({ DATABASE_URL: url, LOG_LEVEL: 'warn' })
  const agent = new http.Agent({ keepAlive: true, maxSockets: 50 })
  const send: Server['send'] = (path, options) => request(server.port, path, options, agent)
  const membership = membershipOf({ send }, url)
  const registered: RegisteredPhone[] = []
  for (let n = 0; n < phoneCount; n++) {
    const email = `owner${n}@venue.example`
    await membership.query(`insert into subscribers (email, state) values ($1, 'active')`, [email])
    const { visitor } = await membership.signIn(email, visitorOf({ send }))
    const phone = phoneOf(visitor, server)
    registered.push({ phone, handle: (await phone.register()).userHandle })
    visitor.token = null
  }
  return { server, url, send: { send }, registered }
}

const phoneAt = ({ registered }: Site, n: number): RegisteredPhone =>
  registered[n % registered.length] as RegisteredPhone

/** Requests options and verifies an assertion, as the gate does. */
async function verifyPasskey({ phone, handle }: RegisteredPhone): Promise<void> {
  const begun = await phone.authOptions(handle)
  const { options } = begun.json<AuthOptionsReply>()
  const response = await phone.authVerify(handle, phone.authenticator.get(options))
  if (response.status !== 200) throw new Error(response.text)
}

async function ceremonies(site: Site): Promise<Row[]> {
  await runAtRate(50, 2, (n) => verifyPasskey(phoneAt(site, n)))
  const { times, failures } = await runAtRate(100, 8, (n) => verifyPasskey(phoneAt(site, n)))
  return [
    {
      what: 'Passkey options and verification, 100 a second, p95',
      value: percentile(times, 0.95),
      unit: 'ms',
      goal: { atMost: 200 },
    },
    { what: 'Of these refused or failed', value: failures, unit: '', goal: { atMost: 0 } },
  ]
}

async function membershipChecks({ server, registered }: Site): Promise<Row> {
  const [{ phone, handle }] = registered as [RegisteredPhone]
  const cookie = cookieOf(phone.visitor)
  const measureLoad = (duration: number) =>
    autocannon({
      url: `http://127.0.0.1:${server.port}/api/check-membership`,
      method: 'POST',
      body: JSON.stringify({ userHandle: handle }),
      headers: { cookie, 'content-type': 'application/json' },
      connections: 20,
      duration,
    })
  await measureLoad(2)
  const { requests, non2xx } = await measureLoad(6)
  return {
    what: 'Memberships checked',
    value: non2xx ? 0 : requests.average,
    unit: '/s',
    goal: { atLeast: 1000 },
  }
}

const cookieOf = ({ cookies }: Visitor) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

async function verifiedCodes({ url, send }: Site): Promise<Row> {
  const pool = new pg.Pool({ connectionString: url })
  const db = drizzle(pool) as unknown as Database
  const visitors: { visitor: Visitor; email: string; token: string }[] = []
  for (let n = 0; n < codeCount; n++) {
    const email = `code${n}@venue.example`
    const key = randomBytes(32).toString('base64url')
    const token = await saveCode(db, { purpose: 'sign_in', email, browser: hashToken(key) })
    const visitor = visitorOf(send, new Map([['common-room-browser', key]]))
    visitors.push({ visitor, email, token })
  }
  await pool.end()
  const rate = await rateOf(codeCount, 10, async (n) => {
    const { visitor, email, token } = visitors[n] as (typeof visitors)[number]
    const response = await visitor.call('/api/auth/verify', { email, token, type: 'email' })
    if (response.status !== 200) throw new Error(response.text)
  })
  return { what: 'Emailed codes verified', value: rate, unit: '/s', goal: { atLeast: 50 } }
}

/** Measures visitors' page requests while signed-in members check and refresh their sessions. */
async function pagesDuringCalls({ server, url, send }: Site): Promise<Row[]> {
  const cookies = await signInMany(url)
  const visitors = cookies.map((cookie) =>
    visitorOf(send, new Map([['common-room-session', cookie]])),
  )
  const page = `http://127.0.0.1:${server.port}/`
  const seconds = 10
  const checkRate = signedInCount / (authCheckMs / 1000)
  const refreshRate = signedInCount / (accessTokenMs / 1000)
  const ratios: number[] = []
  let failures = 0
  let calls = 0
  for (let round = 0; round < 2; round++) {
    const idle = await requestsPerSecond(page, seconds / 2)
    const sendCall = async (n: number, path: string, refreshes: boolean) => {
      const visitor = visitors[n % signedInCount] as Visitor
      const response = refreshes ? await visitor.call(path) : await visitor.get(path)
      if (response.status !== 200) throw new Error(response.text)
    }
    const [busy, checked, refreshed] = await Promise.all([
      requestsPerSecond(page, seconds),
      runAtRate(checkRate, seconds, (n) => sendCall(n, '/api/auth/user', false)),
      runAtRate(refreshRate, seconds, (n) => sendCall(n + round * 100, '/api/auth/refresh', true)),
    ])
    ratios.push(busy / idle)
    failures += checked.failures + refreshed.failures
    calls += (checkRate + refreshRate) * seconds
  }
  return [
    {
      what: 'Cached pages beside 2,000 signed-in members, requests/s relative to idle',
      value: median(ratios),
      unit: '',
      goal: { atLeast: 0.8 },
    },
    {
      what: 'Their calls that failed',
      value: (failures / calls) * 100,
      unit: '%',
      goal: { atMost: 0.1 },
    },
  ]
}

/** Inserts members who are signed in. @returns their session cookies */
export async function signInMany(url: string, count = signedInCount): Promise<string[]> {
  const keys = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  await onDatabase(url, (query) =>
    query(
      `with made as (
         insert into members (email)
         select 'signed' || n || '@venue.example' from generate_series(1, $1::int) n returning id),
       numbered as (select id, row_number() over () as n from made)
       insert into member_sessions (member, key, method, user_agent, expires_at)
       select id, ($2::text[])[n], 'code', '', now() + interval '30 days' from numbered`,
      [count, keys.map(hashToken)],
    ),
  )
  return keys.map((key) => writeSessionToken({ key, generation: 0, isSecret: false }))
}

/** Inserts `many` members, each with a subscription, two passkeys, two devices and two sessions. */
async function fill(url: string): Promise<void> {
  await onDatabase(url, async (query) => {
    const each = `from generate_series(1, ${many}) n`
    const twice = `from generate_series(1, 2) k, members as m where m.email like 'filled%'`
    await query(
      `insert into subscribers (email, state) select 'filled' || n || '@venue.example', 'active' ${each}`,
    )
    await query(`insert into members (email) select 'filled' || n || '@venue.example' ${each}`)
    await query(`insert into passkey_handles (handle, member, linked_at)
                 select md5(m.id || '.' || k), m.id, now() ${twice}`)
    await query(`insert into passkeys (handle, credential, public_key, counter, transports, aaguid,
                                       is_multi_device, is_backed_up, rp_id)
                 select id, md5('key' || id), repeat('x', 100), 0, '[]', '', true, true, 'localhost'
                   from passkey_handles where handle ~ '^[0-9a-f]{32}$'`)
    await query(`insert into device_grants (device, member, user_agent, expires_at)
                 select md5('device' || m.id || k), m.id, '', now() + interval '90 days' ${twice}`)
    await query(`insert into member_sessions (member, key, method, user_agent, expires_at)
                 select m.id, md5('session' || m.id || k), 'code', '', now() + interval '20 days' ${twice}`)
    await query('vacuum analyze')
  })
}

/** The ratios of response times with 100,000 members to those with few. */
async function growth(few: Site, full: Site): Promise<Row[]> {
  const calls: [string, (registered: RegisteredPhone) => Promise<unknown>][] = [
    ['A passkey verified', verifyPasskey],
    ['A membership checked', ({ phone, handle }) => phone.check(handle)],
    ['A session renewed', ({ phone }) => phone.visitor.call('/api/auth/refresh')],
  ]
  const rows: Row[] = []
  for (const [what, call] of calls) {
    const times: { few: number[]; full: number[] } = { few: [], full: [] }
    // The requests alternate between the sites, so that other load affects both equally. The first requests
    // warm up and are not measured.
    for (let n = -rounds / 4; n < rounds; n++) {
      for (const [name, site] of [
        ['few', few],
        ['full', full],
      ] as const) {
        const startedAt = performance.now()
        await call(phoneAt(site, n + rounds))
        if (n >= 0) times[name].push(performance.now() - startedAt)
      }
    }
    const p95 = (all: number[]) =>
      percentile(
        all.toSorted((a, b) => a - b),
        0.95,
      )
    rows.push({
      what: `${what} with 100,000 members, p95 relative to a few members`,
      value: p95(times.full) / p95(times.few),
      unit: '',
      goal: { atMost: 1.2 },
    })
  }
  return rows
}
