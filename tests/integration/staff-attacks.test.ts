import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { type Server, startServer } from '../support/server.ts'
import { json, makeStaff, sessionHeaders } from '../support/staff.ts'

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
    ['a cancelled change', '/editing/schedule/cancel', { id: tooLarge }],
    ['somebody to sign out', '/users/sign-out-everywhere', { id: tooLarge }],
    ['a tab', '/editing/presence', { tab: 'a tab \0 here', page: 'cafe', place: null }],
    ['a place', '/editing/presence', { tab: 'a tab of mine', page: 'cafe', place: 'a\0b' }],
    ['a year', '/editing/restore-page', { page: 'cafe', at: '0000-01-01T00:00:00Z' }],
    ['the last minute', '/editing/schedule', { action: 'publish', at: '9999-12-31T23:59', items }],
    ['the first minute', '/editing/schedule', { action: 'publish', at: '0000-01-01T00:00', items }],
    ['no address at all', '/globals/venue', { contact: null }],
  ])('%s', async (_, path, body) => {
    const answer = await server.send(`/api${path}`, json('POST', body, staff.admin))
    expect(answer.status, answer.text).toBeGreaterThanOrEqual(400)
    expect(answer.status, answer.text).toBeLessThan(500)
  })

  test.each([
    '/media?where[picture.hash][contains]=a',
    '/menus?where[title][like][]=a&where[title][like][]=b',
    '/users?where[role][like]=adm',
    '/users?where[createdAt][contains]=2026',
    '/audit/versions',
  ])('GET %s', async (path) => {
    const answer = await server.get(`/api${path}`, as(staff.admin))
    expect(answer.status, answer.text).toBeGreaterThanOrEqual(400)
    expect(answer.status, answer.text).toBeLessThan(500)
  })

  test('a change that is sent as a form', async () => {
    const headers = { ...as(staff.admin), 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await server.send('/api/menus/1', { method: 'PATCH', headers, body: 'title=x' })
    expect(answer.status, answer.text).toBe(400)
  })
})

function picture(media: number) {
  return { media, alt: 'x', focal: { x: 1, y: 1 } }
}

test('staff can lock a record only in their own name, and keep others’ locks', async () => {
  const path = '/api/payload-locked-documents'
  const [people, menus] = await onDatabase(database, async (query) => [
    await query<{ id: number; role: string }>('select id, role from users'),
    await query<{ id: number }>('select id from menus limit 1'),
  ])
  const idOf = (role: string) => people.find((each) => each.role === role)?.id
  const forged = {
    document: { relationTo: 'menus', value: menus[0]?.id },
    user: { relationTo: 'users', value: idOf('admin') },
  }
  expect((await server.send(path, json('POST', forged, staff.editor))).status).toBe(403)

  await onDatabase(database, async (query) => {
    await query('insert into payload_locked_documents (id) values (900)')
    await query(
      `insert into payload_locked_documents_rels (parent_id, path, users_id) values (900, 'user', $1)`,
      [idOf('admin')],
    )
    await query(
      `insert into payload_locked_documents_rels (parent_id, path, menus_id) values (900, 'document', $1)`,
      [menus[0]?.id],
    )
  })
  const drop = (session: string) => server.send(`${path}/900`, json('DELETE', {}, session))
  expect([403, 404]).toContain((await drop(staff.editor)).status)

  const other = { user: { relationTo: 'users', value: idOf('publisher') }, globalSlug: 'venue' }
  expect((await server.send(`${path}/900`, json('PATCH', other, staff.editor))).status).toBe(200)
  const [lock] = (await server.get(`${path}?depth=0`, as(staff.editor))).json<{
    docs: { user: { value: number }; document: { value: number }; globalSlug: string | null }[]
  }>().docs
  expect(lock).toMatchObject({ user: { value: idOf('editor') }, globalSlug: null })
  expect(lock?.document.value).toBe(menus[0]?.id)
  expect([403, 404]).toContain((await drop(staff.admin)).status)
  expect((await drop(staff.editor)).status).toBe(200)
})

test('staff cannot set timestamps', async () => {
  const past = { createdAt: '2001-01-01T00:00:00.000Z', updatedAt: '2001-01-01T00:00:00.000Z' }
  const menu = { title: 'Late', page: 'cafe', position: 1, ...past }
  const made = await server.send('/api/menus', json('POST', menu, staff.editor))
  const { doc } = made.json<{ doc: { id: number; createdAt: string } }>()
  expect(doc.createdAt).not.toContain('2001')
  const changed = await server.send(`/api/menus/${doc.id}`, json('PATCH', past, staff.editor))
  expect(changed.text).not.toContain('2001')
})

test('a name is one line without bidirectional characters', async () => {
  const name = ' Eve\n(admin)\u202Enimda '
  const person = { name, role: 'editor', email: 'eve@venue.example' }
  const answer = await server.send('/api/users', json('POST', person, staff.admin))
  expect(answer.json()).toMatchObject({ doc: { name: 'Eve (admin)nimda' } })
})

test('refusals are not logged as errors', async () => {
  const before = server.log().length
  await server.send('/api/menus', json('POST', { title: 'x', page: 'cafe' }, staff.editor))
  await server.get('/api/menus?limit=abc')
  const wrong = { email: 'ada@venue.example', password: 'wrong' }
  for (let n = 0; n < 7; n++) await server.send('/api/users/login', json('POST', wrong))
  await server
    .send('/api/media', {
      method: 'POST',
      headers: { ...as(staff.editor), 'content-length': '5000' },
      body: 'broken off',
      timeoutMs: 500,
    })
    .catch(() => {})
  // Ends only when no request is open any more.
  await server.stop()
  const lines = server.log().slice(before) as { level?: number; msg?: string }[]
  expect(lines.filter(({ level }) => level && level >= 50).map(({ msg }) => msg)).toEqual([])
})
