import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { type Server, startServer } from '../support/server.ts'
import {
  adminEmail,
  firstAdminForm,
  firstAdminPath,
  jsonRequest,
  signIn,
} from '../support/staff.ts'

let server: Server
let url = ''
const countStaff = async () => {
  const [row] = await onDatabase(url, (query) =>
    query<{ count: number }>('select count(*)::int as count from users'),
  )
  return row?.count
}
const register = (fields: Record<string, string> = {}) =>
  server.send('/api/first-admin', firstAdminForm(server, fields))

beforeAll(async () => {
  url = await makeDatabase('empty')
  server = await startServer({ DATABASE_URL: url, DEMO: '0' })
})
afterEach(() =>
  onDatabase(url, async (query) => {
    await query('delete from users')
    await query('delete from limits')
  }),
)
afterAll(() => server?.stop())

describe('the first-admin link', () => {
  // This test runs first, because the server remembers that an admin existed.
  test('is the only way to create the first admin: Payload’s own form is closed', async () => {
    const admin = await server.get('/cms')
    expect(admin.status).toBe(302)
    expect(admin.headers.location).toBe('/admin/first')
    const person = { name: 'Eve', email: 'eve@venue.example', password: 'long enough to pass' }
    for (const path of ['/api/users/first-register', '/api/users/first-register/']) {
      expect(
        (await server.send(path, jsonRequest('POST', person))).status,
        path,
      ).toBeGreaterThanOrEqual(400)
    }
    expect((await server.send('/api/users', jsonRequest('POST', person))).status).toBe(401)
    expect(await countStaff()).toBe(0)
  })

  test('creates one admin and signs them in, and does not work again', async () => {
    const form = await server.get(firstAdminPath(server))
    expect(form.status).toBe(200)
    expect(form.text).toContain('action="/api/first-admin"')
    expect(form.headers['cache-control']).toContain('no-store')
    expect(form.headers['referrer-policy']).toBe('no-referrer')

    const made = await register()
    expect(made.status).toBe(303)
    expect(made.headers.location).toBe('/cms')
    const [cookie = ''] = made.headers['set-cookie'] ?? []
    expect(cookie).toMatch(/^payload-token=.+HttpOnly/i)
    expect(cookie).toMatch(/SameSite=Lax/i)

    const me = await server.get('/api/users/me', {
      cookie: cookie.split(';')[0] ?? '',
      'sec-fetch-site': 'same-origin',
    })
    expect(me.json()).toMatchObject({ user: { email: adminEmail, role: 'admin' } })

    const again = await register({ email: 'eve@venue.example' })
    expect(again.headers.location).toContain('problem=')
    expect(again.headers).not.toHaveProperty('set-cookie')
    expect(await countStaff()).toBe(1)
  })

  test('creates one admin in twenty concurrent requests', async () => {
    const requests = Array.from({ length: 20 }, (_, i) =>
      register({ email: `p${i}@venue.example` }),
    )
    const responses = await Promise.all(requests)
    expect(responses.filter(({ headers }) => headers.location === '/cms').length).toBe(1)
    expect(await countStaff()).toBe(1)
  })

  test('shows an explanation if it is invalid or used, and a link to the login if an admin exists', async () => {
    const hasForm = (text: string) => text.includes('action="/api/first-admin"')
    for (const path of ['/admin/first', '/admin/first/wrong']) {
      const { status, text } = await server.get(path)
      expect([status, hasForm(text), text.includes('/cms/login')]).toEqual([200, false, false])
    }
    await register()
    for (const path of [firstAdminPath(server), '/admin/first/wrong', '/admin/first']) {
      const { status, text } = await server.get(path)
      expect([status, hasForm(text), text.includes('href="/cms/login"')]).toEqual([
        200,
        false,
        true,
      ])
    }
  })

  test('keeps the typed name and email address after an error', async () => {
    const name = 'Ada "<b>" Lovelace'
    const { headers } = await register({ name, email: 'ada@venue.example', password: 'short' })
    const { text } = await server.get(headers.location ?? '')
    const typed = (id: string) => new RegExp(`id="${id}"[^]*?value="([^"]*)"`).exec(text)?.[1]
    expect(typed('name')).toBe('Ada &quot;<b>&quot; Lovelace')
    expect(typed('email')).toBe('ada@venue.example')
    expect(text).not.toContain('value="short"')
    expect(text).toContain('role="alert"')
  })

  test.each([
    ['a wrong token', { token: 'x'.repeat(43) }],
    ['no token', { token: '' }],
    ['a short password', { password: 'short' }],
    ['no e-mail address', { email: 'ada' }],
    ['no name', { name: ' ' }],
    ['a role with a wrong token', { role: 'admin', token: 'wrong' }],
  ])('does not create an admin with %s', async (_, fields) => {
    const response = await register(fields)
    expect(response.status).toBe(303)
    expect(response.headers.location).toMatch(/^\/admin\/first/)
    expect(response.headers.location).toContain('problem=')
    expect(await countStaff()).toBe(0)
    expect(await signIn(server, adminEmail)).toBe('')
  })
})
