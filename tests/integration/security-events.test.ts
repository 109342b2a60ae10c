import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wrongCodeLimits } from '../../cms/features/members/rules.ts'
import type { Database } from '../../cms/platform/database/query.ts'
import { addEvents, deleteOldCounts } from '../../cms/platform/security/queries.ts'
import { maxClientsPerHour } from '../../cms/platform/security/rules.ts'
import { createSessionToken } from '../../cms/platform/staff/session.ts'
import { makeDatabase } from '../support/database.ts'
import { membershipOf } from '../support/membership.ts'
import { request } from '../support/request.ts'
import { type Server, startServer } from '../support/server.ts'
import { jsonRequest, makeStaff, sessionHeaders } from '../support/staff.ts'
import { visitorOf } from '../support/visitor.ts'

let server: Server
let membership: ReturnType<typeof membershipOf>
let pool: pg.Pool

beforeAll(async () => {
  const url = await makeDatabase('demo')
  server = await startServer({ DATABASE_URL: url })
  membership = membershipOf(server, url)
  pool = new pg.Pool({ connectionString: url })
})
afterAll(async () => {
  await pool?.end()
  await server?.stop()
})

const countsByKind = async () => {
  const rows = await membership.query<{ kind: string; n: number }>(
    'select kind, sum(count)::int as n from security_counts group by kind',
  )
  return Object.fromEntries(rows.map(({ kind, n }) => [kind, n]))
}

describe('attempts to get in', () => {
  test('are counted by kind in the metrics, the database and the admin, under a pseudonym', async () => {
    const client = '203.0.113.77'
    const visitor = visitorOf(server)
    const headers = { 'x-forwarded-for': client }
    const call = (path: string, body: unknown) => visitor.call(path, body, { headers })
    const email = 'watched@venue.example'
    await call('/api/auth/code', { email })
    const wrong = (await membership.codeTo(email)) === '000000' ? '000001' : '000000'
    await call('/api/auth/verify', { email, token: wrong, type: 'email' })
    await call('/api/auth/link', { token: '0'.repeat(64) })
    await call('/api/auth/code', { email })
    await visitor.get('/api/auth/user', { headers: { ...headers, authorization: 'Bearer a.b.c' } })
    const login = jsonRequest('POST', {
      email: 'nobody@venue.example',
      password: 'not the password',
    })
    // The case of the path and slashes at its end make no difference.
    await server.send('/api/users/LOGIN//', { ...login, headers: { ...login.headers, ...headers } })
    // A forged cookie counts once, however often it is sent. The cookie of an ended session never counts.
    const send = (token: string) =>
      server.get('/api/users/me', { ...sessionHeaders(token), ...headers })
    const ended = createSessionToken()
    for (const token of ['made.up', 'made.up', ended]) expect((await send(token)).status).toBe(200)
    expect(
      (await server.get('/cms', { ...sessionHeaders('x'.repeat(43)), ...headers })).status,
    ).not.toBe(500)
    const forged = new Map([['common-room-session', `${'a'.repeat(43)}.0.${'b'.repeat(43)}`]])
    for (let n = 0; n < 2; n++) {
      await visitorOf(server, forged).get('/api/member/profile', { headers })
    }
    await membership.query(`update limits set taken = $1 where key = 'codes wrong in 3600000'`, [
      wrongCodeLimits.ofAllInHour,
    ])
    await visitorOf(server).call('/api/auth/code', { email: 'next@venue.example' }, { headers })

    const expected = {
      member_sign_in_failed: 2,
      limit_exceeded: 1,
      token_forged: 3,
      staff_sign_in_failed: 1,
      codes_suspended: 1,
    }
    await expect.poll(countsByKind).toEqual(expected)
    const { text } = await request(server.metricsPort, '/metrics')
    for (const [kind, count] of Object.entries(expected)) {
      expect(text).toContain(`security_events_total{kind="${kind}"} ${count}`)
    }
    const rows = await membership.query<{ client: string }>(
      'select distinct client from security_counts',
    )
    expect(rows).toEqual([{ client: expect.stringMatching(/^[0-9a-f]{12}$/) }])

    const { admin, editor } = await makeStaff(server)
    const dashboardOf = async (session: string) =>
      (
        await server.get('/cms', {
          cookie: `payload-token=${session}`,
          'sec-fetch-site': 'same-origin',
        })
      ).text
    const dashboard = await dashboardOf(admin)
    expect(dashboard).toContain('Attempts to get in')
    expect(dashboard).toContain(rows[0]?.client)
    expect(dashboard).toContain('Very many wrong codes were tried.')
    expect(await dashboardOf(editor)).not.toContain('Attempts to get in')

    const proof = jsonRequest('POST', { current_password: 'not the password' }, editor)
    expect((await server.send('/api/users/confirm', proof)).status).toBe(403)
    await expect.poll(countsByKind).toMatchObject({ staff_sign_in_failed: 2 })
  })

  test('from many clients leave few lines in the log', async () => {
    const lines = () => server.log().filter(({ event }) => event === 'token_forged')
    const before = lines().length
    for (let n = 0; n < 40; n++) {
      const forged = new Map([['common-room-session', `${'a'.repeat(43)}.${n}.${'b'.repeat(43)}`]])
      const headers = { 'x-forwarded-for': `198.51.${n}.1` }
      await visitorOf(server, forged).get('/api/member/profile', { headers })
    }
    await expect.poll(() => lines().some(({ further = 0 }) => further > 0)).toBe(true)
    // The log has one line of a kind every three seconds, and one line with the number of further events.
    expect(lines().length - before).toBeLessThan(10)
  })

  test('from very many clients are stored in few rows, and deleted after thirty days', async () => {
    const db = drizzle(pool) as unknown as Database
    await membership.query('delete from security_counts')
    const eventsOf = (from: number) =>
      Array.from({ length: maxClientsPerHour }, (_, n) => ({
        kind: 'limit_exceeded',
        client: `client ${from + n}`,
        count: 1,
      }))
    for (let round = 0; round < 3; round++) await addEvents(db, eventsOf(round * 400))
    // The server may still store events of another kind.
    const countRows = () => membership.count('security_counts', `kind = 'limit_exceeded'`)
    expect(await countRows()).toBeLessThanOrEqual(maxClientsPerHour + 1)
    expect(await countsByKind()).toMatchObject({ limit_exceeded: 3 * maxClientsPerHour })
    await membership.query(
      `update security_counts set hour = hour - interval '31 days' where client <> ''`,
    )
    await deleteOldCounts(db)
    expect(await countRows()).toBe(1)
  })
})
