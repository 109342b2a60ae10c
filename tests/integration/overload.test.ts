import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { type Server, startServer } from '../support/server.ts'
import { emailOf, jsonRequest, makeStaff, sessionHeaders, signIn } from '../support/staff.ts'
import { newClientAddress } from '../support/visitor.ts'

let server: Server
let staff: Awaited<ReturnType<typeof makeStaff>>
const perSecond = 40
const from = (client: string, headers = {}) => ({ 'x-forwarded-for': client, ...headers })
const statuses = (paths: string[], headers: Record<string, string>) =>
  Promise.all(paths.map(async (path) => (await server.get(path, headers)).status))

beforeAll(async () => {
  server = await startServer({
    DATABASE_URL: await makeDatabase('demo'),
    CLIENT_BUDGET: String(perSecond),
  })
  staff = await makeStaff(server)
})
afterAll(() => server?.stop())

describe('invented URLs are rendered once:', () => {
  test.each([
    ['/letters/guessed-', 404, undefined],
    ['/calendar/guessed-', 404, undefined],
    ['/calendar?from=2099-12-0', 200, 'public,max-age=0,must-revalidate'],
    ['/no-such-page-', 404, undefined],
    ['/unsubscribe/guessed-', 200, 'private, no-store'],
    ['/subscribe/confirm/guessed-', 200, 'private, no-store'],
  ])('%s', async (path, status, caching) => {
    const client = newClientAddress()
    const first = await server.get(`${path}0`, from(client, { 'accept-encoding': 'br' }))
    expect(first.status).toBe(status)
    const rendered = async () => [
      await server.metric('page_cache_renders'),
      await server.metric(`http_requests_total{route="page",status="${status}"}`),
    ]
    const before = await rendered()
    for (const coding of ['br', 'gzip', 'identity']) {
      for (let n = 1; n <= 5; n++) {
        const headers = from(client, { 'accept-encoding': coding })
        const response = await server.get(`${path}${coding}-${n}`, headers)
        expect(response.status).toBe(status)
        expect(response.headers['content-encoding']).toBe(
          coding === 'identity' ? undefined : coding,
        )
        expect(response.headers['set-cookie']).toBeUndefined()
        if (caching) expect(response.headers['cache-control']).toBe(caching)
      }
    }
    expect(await rendered()).toEqual(before)
  })

  test('a request for a guessed letter takes one query', async () => {
    await server.get('/letters/first-guess', from(newClientAddress()))
    const executions = () =>
      onDatabase(server.databaseUrl, async (query) => {
        const [row] = await query<{ calls: number }>(
          `select coalesce(sum(idx_scan + seq_scan), 0)::int as calls
             from pg_stat_user_tables where relname in ('letters', 'cms_content', 'venue', 'menus')`,
        )
        return row?.calls ?? 0
      })
    const before = await executions()
    for (let n = 0; n < 200; n++) await server.get(`/letters/guess-${n}`, from(newClientAddress()))
    // A connection writes its statistics up to ten seconds late, so the count may include earlier tests.
    await expect.poll(executions).toBeGreaterThanOrEqual(before + 200)
    expect(await executions()).toBeLessThan(before + 300)
  })
})

describe('a client over its limit', () => {
  const many = (path: string, count: number) =>
    Array.from({ length: count }, (_, n) => `${path}${n}`)

  /**
   * Sends more requests at once than any budget allows. On a slow machine the budget grows during the requests, so the
   * function sends more requests until one is refused. @returns the first refusal
   */
  const refusedOf = async (path: string, headers: Record<string, string>) => {
    for (let round = 0; round < 5; round++) {
      const responses = await Promise.all(
        Array.from({ length: 80 * 2 ** round }, () => server.get(path, headers)),
      )
      const refused = responses.find(({ status }) => status === 429)
      if (refused) return refused
    }
    throw new Error(`${path} was not refused`)
  }

  for (const path of ['/no-such-', '/api/no-such-', '/unsubscribe?done=', '/cms/login?x=']) {
    const tags = path === '/no-such-' ? [] : 'extended'
    test(`that requests ${path} is refused with 429 and Retry-After; other clients and cached pages are not`, {
      tags,
    }, async () => {
      await server.get('/')
      const client = newClientAddress()
      let received: number[] = []
      // On a slow machine the budget grows during the requests, so more are sent until one is refused.
      for (let round = 0; round < 4 && !received.includes(429); round++) {
        received = await statuses(
          many(`${path}${round}-`, perSecond * 15 * 2 ** round),
          from(client),
        )
      }
      expect(received).toContain(429)
      const refused = await refusedOf('/api/menus', from(client))
      expect(refused.json()).toEqual({ error: 'too_many_requests', message: expect.any(String) })
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      expect(refused.headers['x-content-type-options']).toBe('nosniff')
      const page = await refusedOf('/unsubscribe?done=x', from(client, { accept: 'text/html' }))
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(await statuses(['/', '/healthz', '/readyz'], from(client))).toEqual([200, 200, 200])
      expect((await server.get('/api/menus', from(newClientAddress()))).status).toBe(200)
    })
  }

  test('is refused with an invented session; staff at the same address are not', async () => {
    const client = newClientAddress()
    const editor = await signIn(server, emailOf('editor'))
    const paths = many('/no-such-', perSecond * 15)
    await Promise.all(
      paths.map((path, n) => server.get(path, from(client, { cookie: `payload-token=x${n}` }))),
    )
    expect((await server.get('/cms/login', from(client))).status).toBe(200)
    const ofStaff = await statuses(many('/api/menus?x=', 40), from(client, sessionHeaders(editor)))
    expect(new Set(ofStaff)).toEqual(new Set([200]))
    // The address of staff has a large budget. On a slow machine, only expensive requests can use it up.
    await refusedOf('/unsubscribe?done=x', from(client, { cookie: 'payload-token=x' }))
  })

  test('leaves few lines in the log, not one for each request', { tags: 'extended' }, async () => {
    await statuses(many('/no-such-', perSecond * 20), from(newClientAddress()))
    const lines = server.log().filter(({ msg }) => msg?.includes('over the rate limit'))
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.length).toBeLessThan(20)
    expect(server.log().filter(({ status }) => status === 429)).toEqual([])
  })
})

describe('public routes of Next', () => {
  test.each([
    '/_next/image?url=%2Fshare%2Fhome.png&w=640&q=75',
    '/_next/no-such',
    '/_next/static/x',
  ])('%s is not found', async (path) => {
    const response = await server.get(path, from(newClientAddress()))
    expect(response.status).toBe(404)
    expect(response.json()).toMatchObject({ error: 'not_found' })
  })

  test('files of the admin are served', async () => {
    const { text } = await server.get('/cms/login', from(newClientAddress()))
    const [file = ''] = /\/_next\/static\/[\w./-]+/.exec(text) ?? []
    expect((await server.get(file, from(newClientAddress()))).status, file).toBe(200)
  })

  test('pages of the admin are compressed', async () => {
    const get = (coding: string) =>
      server.get('/cms/login', from(newClientAddress(), { 'accept-encoding': coding }))
    const { headers, body } = await get('gzip')
    expect(headers['content-encoding']).toBe('gzip')
    expect(body.length).toBeLessThan((await get('identity')).body.length / 2)
  })
})

test.each([
  ['slashes', `/a${'/'.repeat(15_000)}x`],
  ['escaped slashes', `/a${'%2f'.repeat(5000)}x`],
  ['folders', `/${'a/'.repeat(7000)}x`],
])('a path of many %s is not found', async (_, path) => {
  expect((await server.get(path, from(newClientAddress()))).status).toBe(404)
})

describe('a body', () => {
  const login = (bytes: number) => JSON.stringify({ email: 'a', password: 'x'.repeat(bytes) })

  test('of a stranger may have 64 KB, of staff a megabyte', async () => {
    const sent = async (bytes: number, headers = {}) => {
      const { status } = await server.send('/api/auth/code', {
        method: 'POST',
        headers: from(newClientAddress(), { 'content-type': 'application/json', ...headers }),
        body: login(bytes),
      })
      return status
    }
    expect(await sent(60 * 1024)).toBe(400)
    expect(await sent(64 * 1024)).toBe(413)
    expect(await sent(64 * 1024, { 'transfer-encoding': 'chunked' })).toBe(413)
    const headers = sessionHeaders(staff.editor)
    expect(await sent(900 * 1024, headers)).toBe(400)
    expect(await sent(1100 * 1024, headers)).toBe(413)
    const form = jsonRequest('POST', { x: 'y'.repeat(100_000) })
    expect((await server.send('/cms/login', form)).status).toBe(413)
  })

  test('that stalls counts towards the number of unfinished bodies, which is limited for each client', async () => {
    const client = newClientAddress()
    const head = `POST /api/auth/code HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${client}\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n`
    const sockets: Socket[] = []
    let refused = 0
    for (let n = 0; n < 60; n++) {
      const socket = connect(server.port, '127.0.0.1')
      await once(socket, 'connect')
      socket.on('data', (bytes) => {
        if (String(bytes).startsWith('HTTP/1.1 429')) refused++
      })
      socket.on('error', () => {})
      socket.write(`${head}{`)
      sockets.push(socket)
    }
    await expect.poll(() => refused).toBe(60 - 24)
    const other = await server.send('/api/auth/code', {
      method: 'POST',
      headers: from(newClientAddress(), { 'content-type': 'application/json' }),
      body: '{}',
    })
    expect(other.status).toBe(400)
    for (const socket of sockets) socket.destroy()
  })
})
