import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDatabase, onDatabase } from '../support/database.ts'
import type { Reply } from '../support/request.ts'
import { type Server, startServer } from '../support/server.ts'
import {
  adminEmail,
  createStaffSession,
  insertStaff,
  jsonRequest,
  makeStaff,
  password,
} from '../support/staff.ts'
import { waitUntil } from '../support/wait-until.ts'

let server: Server
let url: string
let admin: string
const login = (email: string, given: string, headers: Record<string, string> = {}, to = server) => {
  const request = jsonRequest('POST', { email, password: given })
  return to.send('/api/users/login', { ...request, headers: { ...request.headers, ...headers } })
}
const from = (client: string) => ({ 'x-forwarded-for': client })
const cookieOf = ({ headers }: Reply, name: string) =>
  headers['set-cookie']?.find((each) => each.startsWith(`${name}=`)) ?? ''
const cookiePair = (cookie: string) => cookie.split(';')[0] ?? ''
const currentUser = async (cookie: string) =>
  (await server.get('/api/users/me', { cookie, 'sec-fetch-site': 'same-origin' })).json<{
    user: { email: string } | null
  }>().user
const makeEditor = async (email: string) => {
  const [id = 0] = await insertStaff(url, [{ name: email, role: 'editor', email }])
  return id
}
const failLogins = async (email: string, count: number, headers: Record<string, string>) => {
  const responses: Reply[] = []
  for (let i = 0; i < count; i++) responses.push(await login(email, 'not the password', headers))
  return responses
}

beforeAll(async () => {
  url = await makeDatabase('empty')
  server = await startServer({ DATABASE_URL: url, DEMO: '0' })
  admin = (await makeStaff(server)).admin
})
afterAll(() => server?.stop())

describe('guessing a password', () => {
  test('five failed attempts lock an email address for ten minutes; later attempts do not extend the lock', async () => {
    await makeEditor('five@venue.example')
    const responses = await failLogins('five@venue.example', 8, from('203.0.113.1'))
    expect(responses.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    const waits = responses.slice(5).map(({ headers }) => Number(headers['retry-after']))
    for (const seconds of waits) expect(seconds).toBeGreaterThan(590)
    for (const seconds of waits) expect(seconds).toBeLessThanOrEqual(600)
    expect(responses[5]?.json()).toMatchObject({ error: 'too_many_requests' })
    // The limit also applies to other clients and to the right password.
    expect((await login('FIVE@venue.example ', password, from('203.0.113.2'))).status).toBe(429)
    await onDatabase(url, (query) => query('update limits set free_at = now()'))
    expect((await login('five@venue.example', password, from('203.0.113.2'))).status).toBe(200)
  })

  test('of twenty concurrent failed attempts, only five are checked', async () => {
    await makeEditor('twenty@venue.example')
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => login('twenty@venue.example', 'wrong', from('203.0.113.3'))),
    )
    expect(responses.filter(({ status }) => status === 401).length).toBe(5)
    expect(responses.filter(({ status }) => status === 429).length).toBe(15)
  })

  test('the correct password resets the count of failed attempts', async () => {
    await makeEditor('forgets@venue.example')
    for (let i = 0; i < 3; i++) {
      await failLogins('forgets@venue.example', 4, from('203.0.113.4'))
      expect((await login('forgets@venue.example', password, from('203.0.113.4'))).status).toBe(200)
    }
  })

  test('failed attempts of others do not lock out a browser that has signed in before', async () => {
    await makeEditor('known@venue.example')
    const device = cookieOf(
      await login('known@venue.example', password, from('203.0.113.5')),
      'common-room-device',
    )
    expect(device).toMatch(/HttpOnly; SameSite=Lax/)
    const knownBrowser = { ...from('203.0.113.5'), cookie: cookiePair(device) }
    await failLogins('known@venue.example', 6, from('203.0.113.6'))
    expect((await login('known@venue.example', password, from('203.0.113.5'))).status).toBe(429)
    expect((await login('known@venue.example', password, knownBrowser)).status).toBe(200)
    // A known browser has its own limit of five attempts, so its cookie does not help to guess.
    const wrong = await failLogins('known@venue.example', 6, knownBrowser)
    expect(wrong.at(-1)?.status).toBe(429)
    // The device cookie is not valid for another address or with a wrong signature.
    const other = await failLogins('other@venue.example', 6, knownBrowser)
    expect(other.at(-1)?.status).toBe(429)
    const forged = { cookie: `${cookiePair(device).slice(0, -3)}AAA` }
    expect((await login('known@venue.example', password, forged)).status).toBe(429)
  })

  test('a client may fail fifty times, counted for all email addresses together', async () => {
    const client = from('198.51.100.77')
    const colleague = 'same-network@venue.example'
    await makeEditor(colleague)
    const before = await login(colleague, password, from('203.0.113.10'))
    const device = cookiePair(cookieOf(before, 'common-room-device'))
    const session = await createStaffSession(url, colleague)
    const statuses: number[] = []
    for (let i = 0; i < 52; i++) {
      statuses.push((await login(`p${i % 26}@venue.example`, 'x', client)).status)
    }
    expect(statuses.slice(0, 50)).not.toContain(429)
    expect(statuses.slice(50)).toEqual([429, 429])
    expect((await login('p30@venue.example', 'x', from('198.51.100.78'))).status).toBe(401)
    // The attacker shares the staff's client address. Staff with a known browser or a session are not
    // locked out.
    expect((await login(colleague, password, client)).status).toBe(429)
    expect((await login(colleague, password, { ...client, cookie: device })).status).toBe(200)
    const request = jsonRequest('POST', { current_password: password }, session)
    const headers = { ...request.headers, ...client }
    const confirmed = await server.send('/api/users/confirm', { ...request, headers })
    expect(confirmed.status).toBe(200)
    // The stored key does not reveal the address of the client.
    const rows = await onDatabase(url, (query) => query('select key from limits'))
    expect(JSON.stringify(rows)).toContain('sign-in from')
    expect(JSON.stringify(rows)).not.toContain('198.51.100')
    // Correct passwords are not counted, so people who share a client address are not locked out.
    await makeEditor('often@venue.example')
    for (let i = 0; i < 6; i++) {
      expect((await login('often@venue.example', password, from('203.0.113.9'))).status).toBe(200)
    }
  })

  // cms/platform/crypto/passwords.test.ts tests that known and unknown email addresses take equal hashing time.
  test('unknown email addresses get the same response as known ones, and are counted alike', async () => {
    await makeEditor('there@venue.example')
    const emails = ['there@venue.example', 'nowhere@venue.example']
    const texts = new Set<string>()
    const counted = []
    for (const email of emails) {
      await onDatabase(url, (query) => query('delete from limits'))
      for (const response of await failLogins(email, 5, from('192.0.2.1'))) {
        expect(response.status).toBe(401)
        texts.add(response.text)
      }
      counted.push(
        await onDatabase(url, (query) => query('select taken from limits order by taken')),
      )
    }
    expect(texts.size).toBe(1)
    expect(counted[0]).toEqual(counted[1])
    const locked = []
    for (const email of emails) {
      await failLogins(email, 5, from('192.0.2.2'))
      locked.push(await login(email, 'wrong'))
    }
    expect(locked.map(({ status }) => status)).toEqual([429, 429])
    expect(locked[0]?.text).toBe(locked[1]?.text)
  })
})

describe('a session', () => {
  const signIn = async (email: string) =>
    cookiePair(cookieOf(await login(email, password, from('192.0.2.50')), 'payload-token'))

  test('has an HttpOnly, SameSite cookie', async () => {
    const cookie = cookieOf(await login('editor@venue.example', password), 'payload-token')
    expect(cookie).toMatch(/HttpOnly/)
    expect(cookie).toMatch(/SameSite=Lax/)
    expect(cookie).toMatch(/Path=\//)
    expect(cookie).toMatch(/Max-Age=43200;/)
    expect(cookie).not.toMatch(/Secure/)
  })

  test('has a Secure cookie on https', async () => {
    const secure = await startServer({
      DATABASE_URL: url,
      DEMO: '0',
      SITE_URL: 'https://venue.example',
    })
    try {
      const response = await login(adminEmail, password, { host: 'venue.example' }, secure)
      for (const name of ['__Host-payload-token', 'common-room-device']) {
        expect(cookieOf(response, name), name).toMatch(/Secure/)
        expect(cookieOf(response, name), name).toMatch(/HttpOnly/)
        expect(cookieOf(response, name), name).toMatch(/SameSite=Lax/)
      }
    } finally {
      await secure.stop()
    }
  })

  test('ends on the server at sign-out; other sessions of the account stay valid', async () => {
    await makeEditor('out@venue.example')
    const [one, two] = [await signIn('out@venue.example'), await signIn('out@venue.example')]
    const headers = { cookie: one, 'sec-fetch-site': 'same-origin' }
    expect((await server.send('/api/users/logout', { method: 'POST', headers })).status).toBe(200)
    expect(await currentUser(one)).toBeNull()
    expect((await currentUser(two))?.email).toBe('out@venue.example')
  })

  test('and all other sessions of its account can be ended by one request', async () => {
    await makeEditor('everywhere@venue.example')
    const sessions = [
      await signIn('everywhere@venue.example'),
      await signIn('everywhere@venue.example'),
    ]
    const headers = { cookie: sessions[0] ?? '', 'sec-fetch-site': 'same-origin' }
    const path = '/api/users/sign-out-everywhere'
    const ended = await server.send(path, { method: 'POST', headers })
    expect(ended.status).toBe(200)
    expect(ended.json()).toEqual({ count: 2 })
    expect(cookieOf(ended, 'payload-token')).toMatch(/Max-Age=0;/)
    for (const each of sessions) expect(await currentUser(each)).toBeNull()
    expect((await server.send(path, { method: 'POST' })).status).toBe(401)
  })

  test('of another account can be ended by admins only', async () => {
    const id = await makeEditor('other@venue.example')
    const cookie = await (async () => {
      await onDatabase(url, (query) => query('delete from limits'))
      return signIn('other@venue.example')
    })()
    const path = '/api/users/sign-out-everywhere'
    const editor = await createStaffSession(url, 'editor@venue.example')
    expect((await server.send(path, jsonRequest('POST', { id }, editor))).status).toBe(403)
    expect(await currentUser(cookie)).not.toBeNull()
    expect((await server.send(path, jsonRequest('POST', { id }, admin))).json()).toEqual({
      count: 1,
    })
    expect(await currentUser(cookie)).toBeNull()
    expect((await server.send(path, jsonRequest('POST', { id: 999_999 }, admin))).status).toBe(404)
    expect((await server.send(path, jsonRequest('POST', { id: 'x' }, admin))).status).toBe(400)
  })

  test('started during a role change does not restore the former role', async () => {
    const id = await makeEditor('races@venue.example')
    await server.send(`/api/users/${id}`, jsonRequest('PATCH', { role: 'publisher' }, admin))
    await onDatabase(url, (query) => query('delete from limits'))
    // Slow hashing leaves time for the role change.
    const slow = await startServer({ DATABASE_URL: url, DEMO: '0', QUICK_PASSWORDS: '0' })
    const pendingLogin = login('races@venue.example', password, from('192.0.2.60'), slow)
    // The password is checked after the attempts are counted.
    const attempts = () =>
      onDatabase(url, (query) => query(`select from limits where key like 'sign-in%'`))
    await waitUntil(attempts, ({ length }) => length === 2)
    await server.send(`/api/users/${id}`, jsonRequest('PATCH', { role: 'editor' }, admin))
    const { status } = await pendingLogin
    await slow.stop()
    expect([200, 409]).toContain(status)
    const [row] = await onDatabase(url, (query) =>
      query<{ role: string }>('select role::text from users where id = $1', [id]),
    )
    expect(row?.role).toBe('editor')
  })
})

test.each(['/api/graphql', '/api/graphql-playground', '/api/GraphQL', '/api/graphql/'])(
  'GraphQL is not available at %s',
  async (path) => {
    const query = { query: '{ __schema { types { name } } }' }
    for (const session of [undefined, admin]) {
      expect((await server.send(path, jsonRequest('POST', query, session))).status).toBe(404)
      const headers = jsonRequest('GET', null, session).headers ?? {}
      expect((await server.get(path, headers as Record<string, string>)).status).toBe(404)
    }
  },
)
