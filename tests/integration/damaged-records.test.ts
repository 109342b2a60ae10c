import type { Field } from 'payload'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publicPages } from '../../cms/features/pages.ts'
import { collections } from '../../collections/index.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { editorOf, lead } from '../support/editor-calls.ts'
import { type Server, startServer } from '../support/server.ts'
import { jsonRequest, makeStaff, type Role, sessionHeaders } from '../support/staff.ts'

let server: Server
let url: string
let sessions: Awaited<ReturnType<typeof makeStaff>>
type Doc = Record<string, unknown>

const send = (role: Role, method: string, path: string, body: unknown = {}) =>
  server.send(path, jsonRequest(method, body, sessions[role]))
const get = (path: string, role: Role = 'admin') => server.get(path, sessionHeaders(sessions[role]))
const query = <Row extends Doc>(text: string, values: unknown[] = []) =>
  onDatabase(url, (run) => run<Row>(text, values))

const slugs = collections.map(({ slug }) => slug)

/** The pages, lists and calls that read the records. */
const screens = [
  ...Object.keys(publicPages).filter((path) => path !== '/secretkitchens'),
  '/letters',
  '/sitemap.xml',
  '/calendar.ics',
  '/feed.xml',
  ...slugs.flatMap((slug) => [`/api/${slug}?limit=0`, `/api/${slug}?draft=true&limit=0&depth=2`]),
  ...['cafe', 'home', 'common-good'].flatMap((page) => [
    `/api/editing/page/${page}`,
    `/api/editing/history?page=${page}`,
  ]),
  '/api/editing/drafts',
  '/api/editing/schedule',
  '/api/events/dates',
]
async function expectWorkingScreens(after: string) {
  for (const path of screens) {
    const { status, text } = await get(path)
    expect(status, `${path} after ${after}: ${text.slice(0, 200)}`).toBeLessThan(500)
  }
}

/** The fields of a form, by their names. */
const namesOf = (fields: readonly Field[]): string[] =>
  fields.flatMap((field) => {
    if (field.type === 'ui' || field.type === 'join') return []
    if (field.type === 'tabs') return field.tabs.flatMap((tab) => namesOf(tab.fields))
    if ('name' in field && field.name) return [field.name]
    return 'fields' in field ? namesOf(field.fields) : []
  })
const filledWith = (names: readonly string[], value: unknown): Doc =>
  Object.fromEntries(names.map((name) => [name, value]))

beforeAll(async () => {
  url = await makeDatabase('demo')
  server = await startServer({ DATABASE_URL: url })
  sessions = await makeStaff(server)
})
afterAll(() => server?.stop())

describe.each(collections)(
  'an unfinished record of $slug',
  { tags: 'extended' },
  ({ slug, fields }) => {
    const names = namesOf(fields)
    const bodies: [string, Doc][] = [
      ['nothing', {}],
      ['an empty draft', { _status: 'draft' }],
      ['null everywhere', filledWith(names, null)],
      ['empty texts everywhere', filledWith(names, '')],
      ['a number everywhere', filledWith(names, 7)],
      ['a text everywhere', filledWith(names, 'x')],
      ['an empty list everywhere', filledWith(names, [])],
      ['an empty object everywhere', filledWith(names, {})],
      ['a list of nothing everywhere', filledWith(names, [null])],
    ]

    test.each(['editor', 'admin'] as const)(
      'by %s is refused, or no screen fails because of it and an admin can delete it',
      async (role) => {
        for (const [what, body] of bodies) {
          for (const how of ['', '?draft=true']) {
            const made = await send(role, 'POST', `/api/${slug}${how}`, body)
            expect(made.status, `${what}: ${made.text}`).toBeLessThan(500)
            if (made.status !== 201) continue
            await expectWorkingScreens(`${slug} with ${what}`)
            const { id } = made.json<{ doc: { id: number } }>().doc
            const deleted = await send('admin', 'DELETE', `/api/${slug}/${id}`)
            expect(deleted.status, `${slug} with ${what}: ${deleted.text}`).toBe(200)
          }
        }
      },
    )

    test('is not made of an existing record either', async () => {
      const { docs } = (await get(`/api/${slug}?limit=1&depth=0`)).json<{ docs?: Doc[] }>()
      const id = docs?.[0]?.id
      if (id === undefined || slug === 'users') return
      for (const [what, body] of bodies) {
        for (const how of ['', '?draft=true']) {
          const changed = await send('editor', 'PATCH', `/api/${slug}/${id}${how}`, body)
          expect(changed.status, `${what}: ${changed.text}`).toBeLessThan(500)
        }
      }
      await expectWorkingScreens(`a changed ${slug}`)
    })
  },
)

describe('a damaged row in the database is left out, and everything else is shown', () => {
  const damage = [
    `insert into cms_content (page, _status) values ('cafe', 'draft')`,
    `insert into cms_content (page, section, content_key, content_type, content_data, _status)
     values ('cafe', 'story', 'title', 'text', '7', 'published')`,
    `insert into cms_content (page, section, content_key, content_type, content_data, _status)
     values ('cafe', 'nowhere', 'x', 'text', null, 'published')`,
    `insert into cms_content (_status) values ('published')`,
    `insert into cms_global_content (_status) values ('published')`,
    `insert into cms_global_content (content_key, content_type, _status)
     values ('footer.hours_title', 'text', 'published')`,
    `insert into faq (_status) values ('draft')`,
    `insert into faq (page, _status) values ('cafe', 'published')`,
    `insert into _cms_content_v (parent_id, latest, version__status)
     select id, true, 'draft' from cms_content where content_key is null`,
    `insert into _cms_global_content_v (parent_id, latest, version__status)
     select id, true, 'draft' from cms_global_content where content_key is null`,
    `insert into _faq_v (parent_id, latest, version__status) select id, true, 'draft' from faq where page is null`,
    `update event_dates set areas = array['Nowhere'] where id = (select min(id) from event_dates where status = 'published')`,
    `insert into scheduled_changes (page, section, content_key, action, at, batch)
     values ('cafe', 'hero', 'lead', 'publish', '2100-01-01', 'damaged')`,
    `update letters set audience_own_topics = 'null' where id = (select max(id) from letters)`,
  ]

  test('on every screen', async () => {
    for (const statement of damage) await query(statement)
    await expectWorkingScreens('damage')
    const editor = editorOf(server, sessions.editor)
    const page = await editor.page('cafe')
    expect(page.keys.length).toBeGreaterThan(50)
    // The text with unreadable content can be written again.
    const title = { page: 'cafe', section: 'story', content_key: 'title' }
    expect(await editor.keyOf(title)).toMatchObject({ state: 'fallback' })
    await editor.write(title, 'Mended')
    expect(await editor.keyOf(title)).toMatchObject({ content_data: { text: 'Mended' } })
    await editor.write(lead, 'Fine')
  })

  const damagedRecords = async (table: string) => {
    const isIncomplete =
      table === 'faq'
        ? 'question is null or answer is null'
        : `content_key is null or content_data is null`
    const rows = await query<{ id: number }>(`select id from ${table} where ${isIncomplete}`)
    expect(rows.length, table).toBeGreaterThan(0)
    return rows.map(({ id }) => id)
  }
  const tables = ['cms_content', 'cms_global_content', 'faq']

  test('also in the admin, which says so', async () => {
    const paths = ['/cms', '/cms/faq/cafe', '/cms/collections/scheduled_changes']
    for (const table of tables) {
      paths.push(`/cms/collections/${table}`)
      for (const id of await damagedRecords(table)) paths.push(`/cms/collections/${table}/${id}`)
    }
    for (const path of paths) {
      const { status, text } = await get(path)
      expect(status, path).toBe(200)
      expect(text, path).not.toContain('Something went wrong')
    }
    expect((await get('/cms')).text).toContain('cannot be shown')
  })

  test('and an admin can delete each of them', async () => {
    for (const table of tables) {
      for (const id of await damagedRecords(table)) {
        const { status, text } = await send('admin', 'DELETE', `/api/${table}/${id}`)
        expect(status, `${table} ${id}: ${text}`).toBe(200)
      }
    }
  })
})
