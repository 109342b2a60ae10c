import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { type Server, startServer } from '../support/server.ts'
import {
  adminEmail,
  createStaffSession,
  firstAdminForm,
  jsonRequest,
  makeStaff,
  passwordTokenTo,
} from '../support/staff.ts'

let server: Server
let url: string
let sessions: Awaited<ReturnType<typeof makeStaff>>
type Entry = {
  action: string
  subject: string
  by_name: string | null
  of_collection: string
  details: unknown
}
const entries = (since: number) =>
  onDatabase(url, (query) =>
    query<Entry>(
      `select action, subject, by_name, of_collection, details from audit where id > $1 order by id`,
      [since],
    ),
  )
const newestId = async () => {
  const [row] = await onDatabase(url, (query) =>
    query<{ id: number }>('select coalesce(max(id), 0)::int as id from audit'),
  )
  return row?.id ?? 0
}
/** The audit entries that `work` created. */
const entriesDuring = async (work: () => Promise<unknown>) => {
  const since = await newestId()
  await work()
  return entries(since)
}
const admin = (method: string, path: string, body: unknown) =>
  server.send(path, jsonRequest(method, body, sessions.admin))

beforeAll(async () => {
  url = await makeDatabase('empty')
  server = await startServer({ DATABASE_URL: url, DEMO: '0' })
  await server.send('/api/first-admin', firstAdminForm(server))
  sessions = await makeStaff(server)
})
afterAll(() => server?.stop())

describe('the audit trail records', () => {
  test('the first admin and logins', async () => {
    const [made, entered] = await entries(0)
    expect(made).toMatchObject({ action: 'create', subject: 'Ada', by_name: null })
    expect(entered).toMatchObject({ action: 'signed_in', subject: 'Ada', by_name: 'Ada' })
  })

  test('created, changed and deleted records with their fields', async () => {
    const tap = { name: 'Pale', brewery: 'Yard', style: 'IPA', abv: 5, half_cents: 250 }
    let id = 0
    const made = await entriesDuring(async () => {
      id = (await admin('POST', '/api/taps', tap)).json<{ doc: { id: number } }>().doc.id
    })
    expect(made).toEqual([expect.objectContaining({ action: 'create', subject: 'Pale' })])
    const changed = await entriesDuring(() =>
      admin('PATCH', `/api/taps/${id}`, { ...tap, abv: 5.5 }),
    )
    expect(changed).toEqual([
      {
        action: 'change',
        subject: 'Pale',
        by_name: 'Ada',
        of_collection: 'taps',
        details: { abv: { before: 5, after: 5.5 } },
      },
    ])
    expect(await entriesDuring(() => admin('PATCH', `/api/taps/${id}`, { abv: 5.5 }))).toEqual([])
    const deleted = await entriesDuring(() => admin('DELETE', `/api/taps/${id}`, {}))
    expect(deleted).toEqual([expect.objectContaining({ action: 'delete', subject: 'Pale' })])
  })

  test('no refused request', async () => {
    const tap = { name: 'Broken', brewery: 'Yard', style: 'IPA', abv: 99, half_cents: 250 }
    expect(await entriesDuring(() => admin('POST', '/api/taps', tap))).toEqual([])
  })

  test('changes of the venue', async () => {
    const changed = await entriesDuring(() =>
      admin('POST', '/api/globals/venue', { product_name: 'The Shed', tagline: 'Come in' }),
    )
    expect(changed).toHaveLength(1)
    expect(changed[0]).toMatchObject({
      action: 'change',
      subject: 'Venue & hours',
      by_name: 'Ada',
      details: { tagline: { after: 'Come in' } },
    })
  })

  test('roles, passwords and failed logins', async () => {
    const email = 'grace@venue.example'
    const person = { name: 'Grace', email, role: 'editor' }
    const { id } = (await admin('POST', '/api/users', person)).json<{ doc: { id: number } }>().doc
    const path = `/api/users/${id}`
    expect(await entriesDuring(() => admin('PATCH', path, { role: 'publisher' }))).toEqual([
      expect.objectContaining({
        action: 'role_changed',
        subject: 'Grace',
        by_name: 'Ada',
        details: { role: { before: 'editor', after: 'publisher' } },
      }),
    ])
    const token = await passwordTokenTo(url, email)
    const chosen = jsonRequest('POST', { token, password: 'a new long password' })
    const renewed = await entriesDuring(() => server.send('/api/users/reset-password', chosen))
    expect(renewed).toEqual([
      expect.objectContaining({ action: 'password_reset', subject: 'Grace', by_name: 'Grace' }),
    ])
    expect(JSON.stringify(await entries(0))).not.toContain('a new long password')
    const entered = await entriesDuring(async () => {
      for (const given of ['x', 'y', 'a new long password']) {
        await server.send('/api/users/login', jsonRequest('POST', { email, password: given }))
      }
    })
    expect(entered).toEqual([
      expect.objectContaining({
        action: 'signed_in',
        subject: 'Grace',
        details: { wrong_tries_before: 2 },
      }),
    ])
    const ended = await entriesDuring(() => admin('POST', '/api/users/sign-out-everywhere', { id }))
    expect(ended).toEqual([
      expect.objectContaining({
        action: 'signed_out_everywhere',
        subject: 'Grace',
        by_name: 'Ada',
      }),
    ])
    const deletion = await entriesDuring(() => admin('DELETE', path, {}))
    expect(deletion).toEqual([expect.objectContaining({ action: 'delete', subject: 'Grace' })])
  })

  test('sign-outs', async () => {
    const session = await createStaffSession(url, 'editor@venue.example')
    const entries = await entriesDuring(() =>
      server.send('/api/users/logout', jsonRequest('POST', {}, session)),
    )
    expect(entries).toEqual([expect.objectContaining({ action: 'signed_out', by_name: 'editor' })])
  })
})

describe('the audit trail cannot be changed', () => {
  test.each(['editor', 'publisher', 'admin'] as const)('by %s through the API', async (role) => {
    const before = await entries(0)
    const [row] = await onDatabase(url, (query) =>
      query<{ id: number }>('select id from audit limit 1'),
    )
    const requests: [string, string, unknown][] = [
      ['PATCH', `/api/audit/${row?.id}`, { action: 'nothing' }],
      ['POST', `/api/audit/${row?.id}`, { action: 'nothing' }],
      ['DELETE', `/api/audit/${row?.id}`, {}],
      ['PATCH', '/api/audit?where[id][exists]=true', { action: 'nothing' }],
      ['DELETE', '/api/audit?where[id][exists]=true', {}],
      ['POST', '/api/audit', { action: 'made_up', subject: 'x' }],
      ['POST', `/api/audit/${row?.id}/duplicate`, {}],
    ]
    for (const [method, path, body] of requests) {
      const { status } = await server.send(path, jsonRequest(method, body, sessions[role]))
      expect(status, `${method} ${path}`).toBeGreaterThanOrEqual(400)
      expect(status, `${method} ${path}`).toBeLessThan(500)
    }
    expect(await entries(0)).toEqual(before)
    const read = await server.get('/api/audit', jsonRequest('GET', null, sessions[role]).headers)
    expect(read.status).toBe(role === 'editor' ? 403 : 200)
  })

  test.each([
    `update audit set by_name = 'Nobody'`,
    'delete from audit',
    'truncate audit',
    `update audit set by_name = 'Nobody' where id = 1`,
    `insert into audit (id, action, subject) values (1, 'x', 'y') on conflict (id) do update set action = 'x'`,
  ])('by SQL: %s', async (statement) => {
    await expect(onDatabase(url, (query) => query(statement))).rejects.toThrow('only added to')
  })

  test('and is not readable for strangers', async () => {
    expect((await server.get('/api/audit')).status).toBe(403)
    expect((await server.get(`/api/audit?where[by_name][equals]=${adminEmail}`)).status).toBe(403)
  })
})
