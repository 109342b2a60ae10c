import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDatabase } from '../support/database.ts'
import { letterData } from '../support/letters.ts'
import { type Server, startServer } from '../support/server.ts'
import { jsonRequest, makeStaff, sessionHeaders } from '../support/staff.ts'

let server: Server
let database = ''
let staff: Awaited<ReturnType<typeof makeStaff>>

beforeAll(async () => {
  database = await makeDatabase('demo')
  server = await startServer({ DATABASE_URL: database })
  staff = await makeStaff(server)
})
afterAll(() => server?.stop())

const as = (session: string) => sessionHeaders(session)
const tooLarge = 2 ** 31

describe('out-of-range and malformed values are refused:', () => {
  const key = { page: 'cafe', section: 'intro', content_key: 'title' }
  const text = { content_type: 'text', content_data: { text: 'x' } }
  const items = [{ ...key, revision: 1 }]
  test.each<[string, string, object]>([
    ['a revision', '/editing/save', { ...key, ...text, revision: tooLarge }],
    ['a revision to publish', '/editing/publish', { items: [{ ...key, revision: tooLarge }] }],
    ['a version', '/editing/restore', { ...key, version: tooLarge, revision: null }],
    [
      'a picture',
      '/editing/save',
      { ...key, content_type: 'image', content_data: picture(tooLarge), revision: null },
    ],
    ['a scheduled change to cancel', '/editing/schedule/cancel', { id: tooLarge }],
    ['a staff member to sign out', '/users/sign-out-everywhere', { id: tooLarge }],
    ['a tab', '/editing/presence', { tab: 'a tab \0 here', page: 'cafe', place: null }],
    ['a place', '/editing/presence', { tab: 'a tab of mine', page: 'cafe', place: 'a\0b' }],
    ['a year', '/editing/restore-page', { page: 'cafe', at: '0000-01-01T00:00:00Z' }],
    ['the last minute', '/editing/schedule', { action: 'publish', at: '9999-12-31T23:59', items }],
    ['the first minute', '/editing/schedule', { action: 'publish', at: '0000-01-01T00:00', items }],
    ['null for a group of fields', '/globals/venue', { contact: null }],
  ])('%s', async (_, path, body) => {
    const response = await server.send(`/api${path}`, jsonRequest('POST', body, staff.admin))
    expect(response.status, response.text).toBeGreaterThanOrEqual(400)
    expect(response.status, response.text).toBeLessThan(500)
  })

  test.each([
    '/media?where[picture.hash][contains]=a',
    '/menus?where[title][like][]=a&where[title][like][]=b',
    '/users?where[role][like]=adm',
    '/users?where[createdAt][contains]=2026',
    '/audit/versions',
  ])('GET %s', async (path) => {
    const response = await server.get(`/api${path}`, as(staff.admin))
    expect(response.status, response.text).toBeGreaterThanOrEqual(400)
    expect(response.status, response.text).toBeLessThan(500)
  })

  test('a change that is sent as a form', async () => {
    const headers = { ...as(staff.admin), 'content-type': 'application/x-www-form-urlencoded' }
    const response = await server.send('/api/menus/1', {
      method: 'PATCH',
      headers,
      body: 'title=x',
    })
    expect(response.status, response.text).toBe(400)
  })
})

function picture(media: number) {
  return { media, alt: 'x', focal: { x: 1, y: 1 } }
}

describe('a form that is based on an outdated version', () => {
  const records = {
    menus: { made: { title: 'Two', page: 'cafe', position: 9 }, change: { title: 'Three' } },
    taps: {
      made: { name: 'Two', brewery: 'B', style: 'Porter', abv: 4, half_cents: 250 },
      change: { name: 'Three' },
    },
    redirects: { made: { from: '/two', to: '/cafe' }, change: { to: '/hall' } },
    letters: { made: letterData('Two'), change: { subject: 'Three' } },
    faq: { made: { page: 'cafe', question: 'Two?', answer: 'x' }, change: { answer: 'y' } },
    users: {
      made: { name: 'Two', role: 'editor', email: 'two@venue.example' },
      change: { name: 'Three' },
    },
  }
  type Doc = Record<string, unknown> & { id: number; updatedAt: string }
  const save = (path: string, body: object, session: string, method = 'PATCH') =>
    server.send(`/api/${path}`, jsonRequest(method, body, session))

  test.each(Object.entries(records))(
    'of %s is refused with 409 and the current version',
    async (slug, { made, change }) => {
      const { doc } = (await save(slug, made, staff.admin, 'POST')).json<{ doc: Doc }>()
      const form = { ...change, updatedAt: doc.updatedAt }
      const [first, second] = await Promise.all([
        save(`${slug}/${doc.id}`, form, staff.admin),
        save(`${slug}/${doc.id}`, form, staff.admin),
      ])
      expect([first.status, second.status].sort(), `${first.text} ${second.text}`).toEqual([
        200, 409,
      ])
      const refused = first.status === 409 ? first : second
      expect(refused.json()).toMatchObject({
        errors: [
          {
            message: expect.stringMatching(/^Somebody else saved this meanwhile/),
            data: { theirs: { by: 'Ada', data: change } },
          },
        ],
      })
      const author = await server.get(
        `/api/changes/author?record=${slug}/${doc.id}`,
        as(staff.editor),
      )
      expect(author.json()).toEqual({ by: 'Ada' })
    },
  )

  test('of a global is refused with 409, and the reply names the other author', async () => {
    const before = (await server.get('/api/globals/venue', as(staff.admin))).json<Doc>()
    const form = { tagline: 'Mine', updatedAt: before.updatedAt }
    expect((await save('globals/venue', form, staff.admin, 'POST')).status).toBe(200)
    const refused = await save('globals/venue', form, staff.admin, 'POST')
    expect(refused.status).toBe(409)
    expect(refused.text).toContain('"by":"Ada"')
  })
})

test('staff cannot set timestamps', async () => {
  const past = { createdAt: '2001-01-01T00:00:00.000Z', updatedAt: '2001-01-01T00:00:00.000Z' }
  const menu = { title: 'Late', page: 'cafe', position: 1, ...past }
  const made = await server.send('/api/menus', jsonRequest('POST', menu, staff.editor))
  const { doc } = made.json<{ doc: { id: number; createdAt: string } }>()
  expect(doc.createdAt).not.toContain('2001')
  const changed = await server.send(
    `/api/menus/${doc.id}`,
    jsonRequest('PATCH', past, staff.editor),
  )
  expect(changed.text).not.toContain('2001')
})

test('a name is stored as one line without bidirectional control characters', async () => {
  const name = ' Eve\n(admin)\u202Enimda '
  const person = { name, role: 'editor', email: 'eve@venue.example' }
  const response = await server.send('/api/users', jsonRequest('POST', person, staff.admin))
  expect(response.json()).toMatchObject({ doc: { name: 'Eve (admin)nimda' } })
})

test('refusals are not logged as errors', async () => {
  const before = server.log().length
  await server.send('/api/menus', jsonRequest('POST', { title: 'x', page: 'cafe' }, staff.editor))
  await server.get('/api/menus?limit=abc')
  const wrong = { email: 'ada@venue.example', password: 'wrong' }
  for (let n = 0; n < 7; n++) await server.send('/api/users/login', jsonRequest('POST', wrong))
  await server
    .send('/api/media', {
      method: 'POST',
      headers: { ...as(staff.editor), 'content-length': '5000' },
      body: 'broken off',
      timeoutMs: 500,
    })
    .catch(() => {})
  // Stopping waits for open requests. Afterwards, all log lines are written.
  await server.stop()
  const lines = server.log().slice(before) as { level?: number; msg?: string }[]
  expect(lines.filter(({ level }) => level && level >= 50).map(({ msg }) => msg)).toEqual([])
})
