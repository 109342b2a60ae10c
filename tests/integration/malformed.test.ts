import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDatabase, onDatabase } from '../support/database.ts'
import type { RequestOptions } from '../support/request.ts'
import { type Server, startServer } from '../support/server.ts'
import { jsonRequest, makeStaff, sessionHeaders } from '../support/staff.ts'

let server: Server
let admin = ''
let database = ''

beforeAll(async () => {
  database = await makeDatabase('demo')
  server = await startServer({ DATABASE_URL: database })
  admin = (await makeStaff(server)).admin
})
afterAll(() => server?.stop())

const menu = { title: 'x', page: 'cafe', position: 1 }
const bytes = (...values: number[]) => Buffer.from(values)

async function expectRefusal(status: number, path: string, options: RequestOptions = {}) {
  const response = await server.send(path.replace(/[[\]{}"]/g, encodeURIComponent), options)
  expect(response.status, response.text).toBe(status)
  expect(response.json()).toMatchObject({ error: expect.any(String), message: expect.any(String) })
  expect(response.json().message).not.toBe('')
  expect(response.text).not.toMatch(/Something went wrong|Failed query|select /)
}

describe('a malformed query is refused:', () => {
  test.each([
    'where[title][equals]=%00',
    'where[title][like]=a%00b',
    'sort=%00',
    'where=abc',
    'where={"title":',
    'where=1',
    'where=[]',
    'where[nofield][equals]=1',
    'where[title][nosuch]=1',
    'where[title][near]=1,2,3',
    'where[title][all]=x',
    'where[page][equals]=nosuch',
    'where[items.diets][equals]=nosuch',
    'where[id][equals]=99999999999',
    'where[id][in]=1,abc',
    'where[and][0]=x',
    'where[or]=1',
    'limit=1e99',
    'limit=-1',
    'limit=1.5',
    'limit=abc',
    'page=abc',
    'page=-1',
    'page=1e99',
    'sort=nofield',
    'sort=-',
    'depth=1000',
    'depth=-1',
    'depth=abc',
  ])('%s', (query) => expectRefusal(400, `/api/menus?${query}`))

  test.each(['where=abc', 'limit=1e99', 'where[title][equals]=%00'])(
    '%s, sent as a body',
    (body) => {
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        'x-payload-http-method-override': 'GET',
      }
      return expectRefusal(400, '/api/menus', { method: 'POST', headers, body })
    },
  )
})

test('a query that is sent as invalid JSON is refused, also by a call that takes no query', async () => {
  const headers = { 'content-type': 'application/json', 'x-http-method-override': 'GET' }
  await expectRefusal(400, '/api/auth/code', { method: 'POST', headers, body: '{"email"' })
})

describe('invalid ids and paths are not found:', () => {
  test.each([
    '/api/menus/abc',
    '/api/menus/99999999999',
    '/api/menus/9223372036854775808999',
    '/api/menus/1.5',
    '/api/__proto__',
    '/api/constructor',
    '/api/toString/1',
    '/api/globals/__proto__',
  ])('GET %s', (path) => expectRefusal(404, path))

  test.each([
    ['DELETE', '/api/menus/abc'],
    ['DELETE', '/api/menus/99999999999'],
    ['GET', '/api/users/abc'],
    ['GET', '/api/media/abc'],
    ['GET', '/api/media/file/nosuch.png'],
    ['POST', '/api/users/verify/abc'],
  ])('%s %s, for staff', (method, path) =>
    expectRefusal(404, path, { method, headers: sessionHeaders(admin) }),
  )
})

test.each(['/api/menus/%00', '/api/media/file/%00', '/api/menus/%E0%A4%A'])(
  'GET %s is refused as malformed',
  (path) => expectRefusal(400, path),
)

describe('a malformed body is refused:', () => {
  test.each<[string, string, string, unknown]>([
    ['POST', '/api/menus', 'null', null],
    ['POST', '/api/menus', 'an array', []],
    ['POST', '/api/menus', 'a text', 'x'],
    ['POST', '/api/menus', 'a number', 1],
    ['PATCH', '/api/menus/1', 'null', null],
    ['PATCH', '/api/menus/1', 'an array', []],
    ['POST', '/api/globals/venue', 'null', null],
    ['POST', '/api/users/login', 'null', null],
    ['POST', '/api/menus', 'a NUL', { ...menu, title: 'a\0b' }],
    ['PATCH', '/api/menus/1', 'an invalid date', { deletedAt: 'abc' }],
    ['POST', '/api/users/login', 'a NUL', { email: 'a\0@b.c', password: 'x' }],
    [
      'POST',
      '/api/globals/venue',
      'a picture that does not exist',
      { hero_images: [{ path: '/', images: [999_999] }] },
    ],
    [
      'POST',
      '/api/globals/venue',
      'a picture id that is too large',
      { hero_images: [{ path: '/', images: [99_999_999_999] }] },
    ],
    [
      'POST',
      '/api/users',
      'an object as email address',
      { name: 'x', email: { a: 1 }, role: 'editor' },
    ],
    [
      'POST',
      '/api/users',
      'a number as password',
      { name: 'x', email: 'x@y.example', role: 'editor', password: 123_456_789_012 },
    ],
  ])('%s %s with %s', (method, path, _, body) =>
    expectRefusal(400, path, jsonRequest(method, body, admin)),
  )

  test.each([
    ['incomplete JSON', Buffer.from('{"title":')],
    [
      'invalid UTF-8',
      Buffer.concat([Buffer.from('{"title":"'), bytes(0xff, 0xc0), Buffer.from('"}')]),
    ],
  ])('%s', async (_, body) => {
    const sent = { ...jsonRequest('POST', {}, admin), body }
    await expectRefusal(400, '/api/menus', sent)
    const headers = { ...sent.headers, 'x-payload-http-method-override': 'GET' }
    await expectRefusal(400, '/api/menus', { ...sent, headers })
  })

  const part = 'Content-Disposition: form-data; name='
  const file = `${part}"file"; filename="a.png"\r\nContent-Type: image/png`
  test.each([
    ['nothing', ''],
    ['only a boundary', '--x'],
    ['an incomplete file', `--x\r\n${file}\r\n\r\nabc`],
    ['a file that is no picture', `--x\r\n${file}\r\n\r\nabc\r\n--x--\r\n`],
    ['a part without a head', '--x\r\nbroken\r\n\r\nabc\r\n--x--\r\n'],
    ['a name with a NUL', `--x\r\n${part}"file"; filename="a\0.png"\r\n\r\nabc\r\n--x--\r\n`],
    ['incomplete JSON', `--x\r\n${part}"_payload"\r\n\r\n{"a":\r\n--x--\r\n`],
    ['an array', `--x\r\n${part}"_payload"\r\n\r\n[]\r\n--x--\r\n`],
    ['an object in place of a file', `--x\r\n${part}"file"\r\n\r\n{"a":1}\r\n--x--\r\n`],
    ['null in place of a file', `--x\r\n${part}"file"\r\n\r\nnull\r\n--x--\r\n`],
  ])('an upload with %s', (_, body) => {
    const headers = {
      ...sessionHeaders(admin),
      'content-type': 'multipart/form-data; boundary=x',
    }
    return expectRefusal(400, '/api/media', { method: 'POST', headers, body })
  })

  test('an upload without a boundary', () => {
    const headers = { ...sessionHeaders(admin), 'content-type': 'multipart/form-data' }
    return expectRefusal(400, '/api/media', { method: 'POST', headers, body: 'x' })
  })

  test.each(['application/json', 'multipart/form-data; boundary=x', 'text/plain'])(
    'the first admin’s form as %s',
    (type) =>
      expectRefusal(400, '/api/first-admin', {
        method: 'POST',
        headers: { 'content-type': type },
        body: '{}',
      }),
  )
})

test('strangers get at most a hundred records per request, staff get all', async () => {
  await onDatabase(database, (query) =>
    query(`insert into taps (name, brewery, style, abv, half_cents)
                      select 'Tap ' || n, 'Yard', 'IPA', 5, 250 from generate_series(1, 120) n`),
  )
  const count = async (query: string, headers = {}) =>
    (await server.get(`/api/taps?${query}`, headers)).json<{ docs: unknown[] }>().docs.length
  for (const query of ['limit=0', 'limit=5000', 'pagination=false']) {
    expect(await count(query), query).toBe(100)
    expect(await count(query, sessionHeaders(admin)), query).toBeGreaterThan(120)
  }
  expect(await count('')).toBe(10)
})

test('a preference that does not exist is refused, not failed', async () => {
  for (const [method, key] of [
    ['DELETE', '99999'],
    ['DELETE', 'nav'],
    ['PATCH', '99999'],
  ]) {
    const path = `/api/payload-preferences/${key}`
    await expectRefusal(403, path, jsonRequest(method ?? '', {}, admin))
  }
  const own = `/api/payload-preferences?depth=0&where[user.value][equals]=1`
  const reset = await server.send(own, jsonRequest('DELETE', {}, admin))
  expect(reset.status, reset.text).toBe(200)
})
