import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { textKeysOf } from '../../cms/features/content/fallback-texts.ts'
import { makeDatabase } from '../support/database.ts'
import { type Server, startServer } from '../support/server.ts'
import { jsonRequest, makeStaff, type Role, sessionHeaders } from '../support/staff.ts'

// The reads and writes of content as spec.md describes them in sections 3, 6 and 7.

type Doc = {
  id: number
  content_data: { text: string }
  published: boolean
  created_by?: unknown
  updated_at: string
}

let server: Server
let staff: Record<Role, string>

beforeAll(async () => {
  server = await startServer({ DATABASE_URL: await makeDatabase('empty'), DEMO: '0' })
  staff = await makeStaff(server)
})
afterAll(() => server?.stop())

const as = (role: Role | null, method: string, path: string, body: unknown) =>
  server.send(`/api/${path}`, jsonRequest(method, body, role ? staff[role] : ''))
const get = (role: Role | null, path: string) =>
  server.get(`/api/${path}`, role ? sessionHeaders(staff[role]) : {})
const roles: Role[] = ['editor', 'publisher', 'admin']

const unused = (page: string) =>
  textKeysOf(page).flatMap(([section, names]) => names.map((name) => ({ section, name })))
const [cafe, global] = [unused('cafe'), unused('global')]
const keys = {
  cms_content: () => {
    const { section, name } = cafe.pop() ?? {}
    return { page: 'cafe', section, content_key: name }
  },
  cms_global_content: () => {
    const { section, name } = global.pop() ?? {}
    return { content_key: `${section}.${name}` }
  },
}
const collections = Object.keys(keys) as (keyof typeof keys)[]

describe.each(collections)('%s', (collection) => {
  const textOf = async (role: Role | null, id: number, query = '') =>
    (await get(role, `${collection}/${id}${query}`)).json<Doc>().content_data.text
  const publish = async (text: string) => {
    const body = { ...keys[collection](), content_data: { text }, _status: 'published' }
    const made = await as('publisher', 'POST', collection, body)
    expect(made.status, made.text).toBe(201)
    return made.json<{ doc: Doc }>().doc.id
  }
  const write = (text: string) => ({
    content_type: 'text',
    content_data: { text },
    ...(collection === 'cms_global_content' && { content_value: text }),
    published: false,
    updated_at: new Date().toISOString(),
  })

  test.each(roles)(
    'a write of %s with published=false is a draft, also when a newer draft exists (section 7)',
    async (role) => {
      const id = await publish('Live')
      for (const [text, sent] of [
        ['First', {}],
        ['Second', {}],
        ['Third', { _status: 'draft' }],
      ] as const) {
        const path = `${collection}/${id}`
        const {
          status,
          json,
          text: reply,
        } = await as(role, 'PATCH', path, {
          ...write(text),
          ...sent,
        })
        expect(status, reply).toBe(200)
        expect(json<{ doc: Doc }>().doc).toMatchObject({ published: false, content_data: { text } })
        expect(await textOf(null, id)).toBe('Live')
        expect(await textOf('editor', id, '?draft=true')).toBe(text)
      }
      const published = await get(null, `${collection}/${id}`)
      expect(published.json<Doc>().published).toBe(true)
    },
  )

  test.each(roles)(
    'a record that %s inserts with published=false is not read by visitors (section 7)',
    async (role) => {
      const made = await as(role, 'POST', collection, { ...keys[collection](), ...write('New') })
      expect(made.status, made.text).toBe(201)
      const { doc } = made.json<{ doc: Doc }>()
      expect(doc.published).toBe(false)
      expect((await get(null, `${collection}/${doc.id}`)).status).toBe(404)
      expect((await as(role, 'PATCH', `${collection}/${doc.id}`, write('Newer'))).status).toBe(200)
      expect((await get(null, `${collection}/${doc.id}`)).status).toBe(404)
    },
  )

  test('an explicit publish goes live, for publishers only (section 6)', async () => {
    const id = await publish('Live')
    await as('publisher', 'PATCH', `${collection}/${id}`, write('Draft'))
    const publishing = { ...write('Published'), published: true, _status: 'published' }
    const unclear = { ...write('Unclear'), _status: 'published' }
    expect((await as('publisher', 'PATCH', `${collection}/${id}`, unclear)).status).toBe(200)
    expect(await textOf(null, id)).toBe('Live')
    expect((await as('editor', 'PATCH', `${collection}/${id}`, publishing)).status).toBe(403)
    expect(await textOf(null, id)).toBe('Live')
    expect((await as('publisher', 'PATCH', `${collection}/${id}`, publishing)).status).toBe(200)
    expect(await textOf(null, id)).toBe('Published')
  })

  test('a live text that a client reads and sends back with published=false becomes a draft', async () => {
    const id = await publish('Live')
    const read = (await get('publisher', `${collection}/${id}?draft=true`)).json<Doc>()
    const sent = { ...read, ...write('Changed') }
    expect(sent).toMatchObject({ published: false, _status: 'published' })
    const reply = await as('publisher', 'PATCH', `${collection}/${id}`, sent)
    expect([reply.status, reply.json()]).toMatchObject([200, { doc: { published: false } }])
    expect(await textOf(null, id)).toBe('Live')
    // The form of the admin repeats the `published` of the draft.
    const draft = (await get('publisher', `${collection}/${id}?draft=true`)).json<Doc>()
    const form = { ...draft, _status: 'published' }
    expect(form).toMatchObject({ published: false })
    expect((await as('publisher', 'PATCH', `${collection}/${id}`, form)).status).toBe(200)
    expect(await textOf(null, id)).toBe('Changed')
  })

  test('a text that is sent as content_value only is the text', async () => {
    const id = await publish('Live')
    const body = { content_value: 'Newer', _status: 'published' }
    expect((await as('publisher', 'PATCH', `${collection}/${id}`, body)).status).toBe(200)
    expect(await textOf(null, id)).toBe('Newer')
    const draft = await as('editor', 'PATCH', `${collection}/${id}`, { content_value: 'Draft' })
    expect(draft.json<{ doc: Doc }>().doc).toMatchObject({
      published: false,
      content_data: { text: 'Draft' },
      ...(collection === 'cms_global_content' && { content_value: 'Draft' }),
    })
    expect(await textOf(null, id)).toBe('Newer')
  })

  test('the newest updated_at comes first with sort=-updated_at (section 7)', async () => {
    const first = await publish('First')
    const second = await publish('Second')
    await as('publisher', 'PATCH', `${collection}/${first}`, {
      content_data: { text: 'First again' },
      _status: 'published',
    })
    const found = async (query: string) =>
      (await get(null, `${collection}?${query}`)).json<{ docs: Doc[] }>().docs.map(({ id }) => id)
    expect(await found('sort=-updated_at&limit=2')).toEqual([first, second])
    expect((await found('sort=updated_at&limit=0')).slice(-2)).toEqual([second, first])
    const { updated_at } = (await get(null, `${collection}/${first}`)).json<Doc>()
    expect(await found(`where[updated_at][greater_than_equal]=${updated_at}`)).toEqual([first])
    expect(await found(`where[or][0][updated_at][greater_than]=${updated_at}`)).toEqual([])
  })

  test('created_by is an id at every depth (section 3)', async () => {
    const id = await publish('Whose')
    const users = (await get('admin', 'users')).json<{ docs: { id: number; email: string }[] }>()
    const publisher = users.docs.find(({ email }) => email.startsWith('publisher'))
    for (const depth of [0, 1, 2, 3, 10]) {
      const { created_by } = (await get('admin', `${collection}/${id}?depth=${depth}`)).json<Doc>()
      expect(created_by, `depth ${depth}`).toBe(publisher?.id)
    }
    const written = await as('publisher', 'PATCH', `${collection}/${id}?depth=2`, write('Mine'))
    expect(written.json<{ doc: Doc }>().doc.created_by).toBe(publisher?.id)
  })
})

test.each([
  ['letters', 'formKey'],
  ['redirects', 'leads_nowhere'],
  ['events', 'tell'],
])('a list of %s is not silently unsorted by %s, which is not stored', async (list, field) => {
  for (const query of [`sort=${field}`, `sort=-${field}`, `where[${field}][exists]=true`]) {
    const { status, text } = await get('admin', `${list}?${query}`)
    expect([status, text], query).toEqual([400, expect.stringContaining('not stored')])
  }
})
