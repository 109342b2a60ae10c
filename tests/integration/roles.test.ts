import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { photograph, uploadRequest } from '../support/pictures.ts'
import { type Server, startServer } from '../support/server.ts'
import {
  adminEmail,
  createStaffSession,
  jsonRequest,
  makeStaff,
  password,
  type Role,
} from '../support/staff.ts'

let server: Server
let url: string
let sessions: Awaited<ReturnType<typeof makeStaff>>
const as = (role: Role, method: string, path: string, body: unknown) =>
  server.send(path, jsonRequest(method, body, sessions[role]))
const accountOf = async (email: string) => {
  const [row] = await onDatabase(url, (query) =>
    query<{ id: number; role: string }>('select id, role::text from users where email = $1', [
      email,
    ]),
  )
  return row
}
const idOf = async (email: string) => (await accountOf(email))?.id ?? 0
let serial = 0
const make = async (role: Role) => {
  const email = `${role}${++serial}@venue.example`
  await as('admin', 'POST', '/api/users', { name: role, email, role })
  return { email, id: await idOf(email) }
}

beforeAll(async () => {
  url = await makeDatabase('empty')
  server = await startServer({ DATABASE_URL: url, DEMO: '0' })
  sessions = await makeStaff(server)
})
afterAll(() => server?.stop())

describe('a role', () => {
  test.each(['editor', 'publisher', 'bar', 'kitchen'] as const)(
    'cannot be raised by somebody with the role %s',
    async (role) => {
      const userId = await idOf(`${role}@venue.example`)
      const other = (await make('editor')).id
      const requests: [string, string, unknown][] = [
        ['PATCH', `/api/users/${userId}`, { role: 'admin' }],
        ['PATCH', `/api/users/${userId}`, { name: 'Eve', role: 'admin' }],
        ['PATCH', `/api/users/${userId}?depth=0&draft=true`, { role: ['admin'] }],
        ['PATCH', `/api/users/${other}`, { role: 'admin' }],
        ['PATCH', `/api/users?where[id][equals]=${userId}`, { role: 'admin' }],
        ['POST', `/api/users/${userId}`, { role: 'admin' }],
        ['POST', `/api/users/${userId}`, { role: 'admin', _method: 'PATCH' }],
        ['POST', `/api/users/${userId}/duplicate`, { role: 'admin', email: 'eve@venue.example' }],
        ['POST', '/api/users', { name: 'Eve', email: 'eve@venue.example', role: 'admin' }],
        ['POST', '/api/users/first-register', { email: 'eve@venue.example', password }],
      ]
      for (const [method, path, body] of requests) {
        const { status } = await as(role, method, path, body)
        expect(status, `${method} ${path}`).toBeGreaterThanOrEqual(400)
        expect(status, `${method} ${path}`).toBeLessThan(500)
      }
      expect((await accountOf(`${role}@venue.example`))?.role).toBe(role)
      expect(await accountOf('eve@venue.example')).toBeUndefined()
    },
  )

  test('cannot be changed on one’s own account, even by an admin, but may be sent unchanged', async () => {
    const second = await make('admin')
    const session = await createStaffSession(url, second.email)
    const path = `/api/users/${second.id}`
    const refused = await server.send(path, jsonRequest('PATCH', { role: 'editor' }, session))
    expect(refused.status).toBe(403)
    expect(refused.json()).toMatchObject({ error: 'forbidden' })
    const same = await server.send(
      path,
      jsonRequest('PATCH', { name: 'New', role: 'admin' }, session),
    )
    expect(same.status).toBe(200)
    expect((await as('admin', 'PATCH', path, { role: 'publisher' })).status).toBe(200)
    expect((await accountOf(second.email))?.role).toBe('publisher')
    // The session continues with its owner's new role.
    const create = { name: 'X', email: 'x@venue.example', role: 'editor' }
    expect((await server.send('/api/users', jsonRequest('POST', create, session))).status).toBe(403)
  })

  test('set by an admin is not overwritten when the account’s owner saves a name concurrently', async () => {
    for (let i = 0; i < 5; i++) {
      const person = await make('publisher')
      const session = await createStaffSession(url, person.email)
      const path = `/api/users/${person.id}`
      await Promise.all([
        server.send(path, jsonRequest('PATCH', { name: 'Somebody' }, session)),
        as('admin', 'PATCH', path, { role: 'editor' }),
        server.send(path, jsonRequest('PATCH', { name: 'Somebody else' }, session)),
        server.send('/api/users/refresh-token', jsonRequest('POST', {}, session)),
      ])
      expect((await accountOf(person.email))?.role).toBe('editor')
    }
  })
})

describe('the last admin', () => {
  const keepOneAdmin = async () => {
    await onDatabase(url, (query) =>
      query(`update users set role = 'editor' where role = 'admin' and email <> $1`, [adminEmail]),
    )
    return idOf(adminEmail)
  }

  test('cannot be deleted, not even by themselves', async () => {
    const id = await keepOneAdmin()
    const response = await as('admin', 'DELETE', `/api/users/${id}`, {})
    expect(response.status).toBe(409)
    expect(response.json()).toMatchObject({
      error: 'conflict',
      message: 'This is the last admin. Make somebody else an admin first.',
    })
    const many = await as('admin', 'DELETE', '/api/users?where[id][exists]=true', {})
    expect(many.status).toBeGreaterThanOrEqual(400)
    expect((await accountOf(adminEmail))?.role).toBe('admin')
  })

  test('can be deleted once another admin exists', async () => {
    await keepOneAdmin()
    const second = await make('admin')
    const session = await createStaffSession(url, second.email)
    const deleted = await server.send(`/api/users/${second.id}`, jsonRequest('DELETE', {}, session))
    expect(deleted.status).toBe(200)
  })

  test('remains when two admins demote or delete each other concurrently', async () => {
    for (const method of ['PATCH', 'DELETE', 'PATCH', 'DELETE']) {
      await keepOneAdmin()
      const second = await make('admin')
      const session = await createStaffSession(url, second.email)
      const first = await idOf(adminEmail)
      const responses = await Promise.all([
        as('admin', method, `/api/users/${second.id}`, { role: 'editor' }),
        server.send(`/api/users/${first}`, jsonRequest(method, { role: 'editor' }, session)),
      ])
      const [admins] = await onDatabase(url, (query) =>
        query<{ count: number }>(`select count(*)::int as count from users where role = 'admin'`),
      )
      expect(admins?.count, method).toBeGreaterThanOrEqual(1)
      expect(responses.filter(({ status }) => status === 200).length, method).toBe(1)
      if (!(await accountOf(adminEmail))) {
        await onDatabase(url, (query) =>
          query(`update users set email = $1, role = 'admin' where id = $2`, [
            adminEmail,
            second.id,
          ]),
        )
      }
      await onDatabase(url, (query) =>
        query(`update users set role = 'admin' where email = $1`, [adminEmail]),
      )
      sessions.admin = await createStaffSession(url, adminEmail)
    }
  })
})

test('an editor cannot change an uploaded picture, and nobody can replace its file', async () => {
  const file = { name: 'a.jpg', type: 'image/jpeg', bytes: await photograph() }
  const made = await server.send('/api/media', await uploadRequest(sessions.editor, file))
  expect(made.status).toBe(201)
  const { id } = made.json<{ doc: { id: number } }>().doc
  const findPicture = () =>
    onDatabase(url, (query) =>
      query('select alt, picture, focal_x, filename from media where id = $1', [id]),
    )
  const before = await findPicture()
  const path = `/api/media/${id}`
  const other = { name: 'b.jpg', type: 'image/jpeg', bytes: await photograph(640, 480) }
  const replacing = async (role: Role) => ({
    ...(await uploadRequest(sessions[role], other)),
    method: 'PATCH',
  })
  for (const [sent, status] of [
    [jsonRequest('PATCH', { alt: 'Mine' }, sessions.editor), 403],
    [jsonRequest('PATCH', { focalX: 1 }, sessions.editor), 403],
    [await replacing('editor'), 400],
    [await replacing('publisher'), 400],
    [await replacing('admin'), 400],
  ] as const) {
    expect((await server.send(path, sent)).status).toBe(status)
  }
  const many = await server.send('/api/media?where[id][exists]=true', await replacing('admin'))
  expect(many.status).toBe(400)
  expect(await findPicture()).toEqual(before)
  expect((await as('publisher', 'PATCH', path, { alt: 'Better words' })).status).toBe(200)
})
