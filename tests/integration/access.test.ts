import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { features } from '../../cms/features.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { letterData } from '../support/letters.ts'
import { type Server, startServer } from '../support/server.ts'
import {
  adminEmail,
  insertStaff,
  jsonRequest,
  makeStaff,
  password,
  sessionHeaders,
} from '../support/staff.ts'

const people = ['stranger', 'editor', 'publisher', 'admin'] as const
type Person = (typeof people)[number]
const all: Person[] = [...people]
const atLeast = (person: Person): Person[] => people.slice(people.indexOf(person))

/** The roles that may do each operation, for every collection that Payload serves. */
const expected: Record<string, Record<'create' | 'read' | 'update' | 'delete', Person[]>> = {
  cms_content: {
    create: atLeast('editor'),
    read: all,
    update: atLeast('editor'),
    // Drafts are discarded instead: deleting the record would delete its history.
    delete: [],
  },
  cms_global_content: {
    create: atLeast('editor'),
    read: all,
    update: atLeast('editor'),
    delete: [],
  },
  faq: {
    create: atLeast('editor'),
    read: all,
    update: atLeast('editor'),
    delete: atLeast('publisher'),
  },
  // Only the server writes these records.
  scheduled_changes: { create: [], read: atLeast('editor'), update: [], delete: [] },
  audit: { create: [], read: atLeast('publisher'), update: [], delete: [] },
  // For drafts. Scheduled and sent letters have separate tests.
  letters: {
    create: atLeast('editor'),
    read: atLeast('editor'),
    update: atLeast('editor'),
    delete: atLeast('publisher'),
  },
  // For drafts. Sent nudges have separate tests.
  nudges: {
    create: atLeast('publisher'),
    read: atLeast('editor'),
    update: atLeast('publisher'),
    delete: atLeast('publisher'),
  },
  // Subscribers sign up by themselves.
  subscribers: {
    create: [],
    read: atLeast('publisher'),
    update: atLeast('publisher'),
    delete: atLeast('admin'),
  },
  consents: { create: [], read: atLeast('publisher'), update: [], delete: [] },
  suppressions: { create: [], read: atLeast('publisher'), update: [], delete: [] },
  // Members register themselves and edit their own data.
  members: { create: [], read: atLeast('publisher'), update: [], delete: [] },
  // Staff restore a default text with an update, so nobody deletes these records.
  mail_texts: {
    create: atLeast('publisher'),
    read: atLeast('publisher'),
    update: atLeast('publisher'),
    delete: [],
  },
  mails: { create: [], read: atLeast('editor'), update: [], delete: [] },
  media: {
    create: atLeast('editor'),
    read: atLeast('editor'),
    update: atLeast('publisher'),
    delete: atLeast('publisher'),
  },
  menus: {
    create: atLeast('editor'),
    read: all,
    update: atLeast('editor'),
    delete: atLeast('publisher'),
  },
  taps: {
    create: atLeast('editor'),
    read: all,
    update: atLeast('editor'),
    delete: atLeast('editor'),
  },
  causes: {
    create: atLeast('publisher'),
    read: all,
    update: atLeast('publisher'),
    delete: atLeast('publisher'),
  },
  // For drafts. Published events have separate tests.
  events: {
    create: atLeast('editor'),
    read: atLeast('editor'),
    update: atLeast('editor'),
    delete: atLeast('publisher'),
  },
  redirects: {
    create: atLeast('publisher'),
    read: atLeast('editor'),
    update: atLeast('publisher'),
    delete: atLeast('publisher'),
  },
  users: {
    create: atLeast('admin'),
    read: atLeast('editor'),
    update: atLeast('admin'),
    delete: atLeast('admin'),
  },
}

/** Payload's own collections, which strangers cannot read. */
const internal = [
  'payload-kv',
  'payload-jobs',
  'payload-preferences',
  'payload-migrations',
  'payload-query-presets',
  'payload-folders',
]

// Each mail can have one record with texts of staff.
const mailTexts = features
  .flatMap(({ mailKinds = [] }) => mailKinds)
  .flatMap(({ samples = [] }) => samples)
  .flatMap(({ key, text }) => (text ? { mail: key, ...text.defaultText } : []))

let serial = 0
const bodies: Record<string, () => Record<string, unknown>> = {
  cms_content: () => ({
    page: 'cafe',
    section: 'walk',
    content_key: `key_${++serial}`,
    content_data: { text: 'x' },
  }),
  cms_global_content: () => ({
    content_key: `walk.key_${++serial}`,
    content_data: { text: 'x' },
  }),
  letters: () => letterData(`Letter ${++serial}`),
  nudges: () => ({ text: `Nudge ${++serial}`, link: '/cafe' }),
  faq: () => ({ page: 'cafe', question: `Question ${++serial}?`, answer: 'x' }),
  menus: () => ({ title: `Menu ${++serial}`, page: 'cafe', position: 1 }),
  taps: () => ({
    name: `Tap ${++serial}`,
    brewery: 'Yard',
    style: 'IPA',
    abv: 5,
    half_cents: 250,
  }),
  causes: () => ({ title: `Cause ${++serial}`, text: 'x', goal_cents: 100 }),
  events: () => ({
    title: `Event ${++serial}`,
    summary: 'x',
    areas: ['Cafe'],
    start: '2030-05-02T19:30',
    end: '2030-05-02T21:00',
  }),
  redirects: () => ({ from: `/walk-${++serial}`, to: '/cafe' }),
  users: () => ({
    name: 'New',
    email: `new${++serial}@venue.example`,
    role: 'editor',
  }),
  subscribers: () => ({ email: `walk${++serial}@venue.example`, name: 'Ada', state: 'active' }),
  consents: () => ({ subscriber: 1, kind: 'given', at: '2026-01-01T12:00:00.000Z', how: 'form' }),
  members: () => ({ email: `walk${++serial}@venue.example`, name: 'Ada' }),
  suppressions: () => ({ hash: `hash ${++serial}`, reason: 'x', at: '2026-01-01T12:00:00.000Z' }),
  scheduled_changes: () => ({
    page: 'cafe',
    section: 'walk',
    content_key: `key_${++serial}`,
    action: 'publish',
    at: '2031-01-01T12:00:00.000Z',
    batch: 'walk',
    state: 'waiting',
  }),
  audit: () => ({ action: 'walk', subject: 'x' }),
  mail_texts: () => ({ ...mailTexts[++serial % mailTexts.length] }),
  mails: () => ({ key: `walk ${++serial}`, kind: 'test', to_address: 'a@b.example', subject: 'x' }),
  media: () => ({ alt: 'x' }),
}

/** Inserts for records that nobody can create through the API. */
const insertedBy: Record<string, () => string> = {
  subscribers: () =>
    `insert into subscribers (email, state) values ('walk${++serial}@venue.example', 'active')`,
  consents: () =>
    `with one as (insert into subscribers (email) values ('walk${++serial}@venue.example') returning id)
     insert into consents (subscriber_id, kind, at, how) select id, 'given', now(), 'form' from one`,
  members: () => `insert into members (email) values ('walk${++serial}@venue.example')`,
  suppressions: () =>
    `insert into suppressions (hash, reason, at) values ('walk ${++serial}', 'x', now())`,
  scheduled_changes: () =>
    `insert into scheduled_changes (page, section, content_key, action, at, batch)
     values ('cafe', 'walk', 'key_${++serial}', 'publish', '2031-01-01', 'walk')`,
  audit: () => `insert into audit (action, subject) values ('walk', 'x')`,
  mails: () =>
    `insert into mails (key, kind, to_address, subject, state, sent_at)
     values ('walk ${++serial}', 'test', 'a@b.example', 'x', 'sent', now())`,
  media: () =>
    `insert into media (alt, filename, mime_type, filesize, width, height, picture)
     values ('x', 'walk-${++serial}.webp', 'image/webp', 1000, 1200, 800, '{}')`,
}

let server: Server
let url: string
let sessions: Record<Person, string>
const as = (person: Person, method: string, path: string, body?: unknown) =>
  body === undefined
    ? server.send(path, {
        method,
        headers: jsonRequest('GET', null, sessions[person]).headers ?? {},
      })
    : server.send(path, jsonRequest(method, body, sessions[person]))
const createRecord = async (collection: string): Promise<number> => {
  const insert = insertedBy[collection]?.()
  if (insert) {
    const [row] = await onDatabase(url, (query) => query<{ id: number }>(`${insert} returning id`))
    return row?.id ?? 0
  }
  // The record is published, so that every role can read it.
  const hasDrafts = collection.startsWith('cms_') || collection === 'faq'
  const published = hasDrafts && { _status: 'published' }
  const body = { ...bodies[collection]?.(), ...published }
  const response = await as('admin', 'POST', `/api/${collection}`, body)
  return response.json<{ doc: { id: number } }>().doc.id
}
const allowed = (status: number) => status >= 200 && status < 300

beforeAll(async () => {
  url = await makeDatabase('demo')
  server = await startServer({ DATABASE_URL: url })
  sessions = { stranger: '', ...(await makeStaff(server)) }
})
afterAll(() => server?.stop())

test('the access table of this test lists every collection that Payload serves', async () => {
  const { collections } = (await as('admin', 'GET', '/api/access')).json<{
    collections: Record<string, unknown>
  }>()
  const served = Object.keys(collections).filter((slug) => !internal.includes(slug))
  expect(served.sort()).toEqual(Object.keys(expected).sort())
})

describe.each(Object.keys(expected))('the collection %s', (collection) => {
  const table = expected[collection]
  test.each(people)('allows %s only the operations in the access table', async (person) => {
    const id = await createRecord(collection)
    const path = `/api/${collection}`
    const outcomes = {
      create: await as(person, 'POST', path, bodies[collection]?.()),
      read: await as(person, 'GET', path),
      update: await as(person, 'PATCH', `${path}/${id}`, changeOf(collection)),
      delete: await as(person, 'DELETE', `${path}/${id}`),
    }
    for (const [operation, answer] of Object.entries(outcomes)) {
      const may = table?.[operation as keyof typeof table].includes(person) ?? false
      // The request has no file. So a person who may upload pictures gets the status 400.
      const isUpload = collection === 'media' && operation === 'create'
      const isAllowed = isUpload ? answer.status === 400 : allowed(answer.status)
      expect(isAllowed, `${operation}: ${answer.status}`).toBe(may)
      if (!may) expect([401, 403, 404]).toContain(answer.status)
    }
  })

  test('requires the same role for a bulk change as for a change of one record', async () => {
    const id = await createRecord(collection)
    const where = `where[id][equals]=${id}`
    for (const person of people) {
      if (!table?.update.includes(person)) {
        await as(person, 'PATCH', `/api/${collection}?${where}`, changeOf(collection))
      }
      if (!table?.delete.includes(person)) await as(person, 'DELETE', `/api/${collection}?${where}`)
    }
    expect((await as('admin', 'GET', `/api/${collection}/${id}`)).status).toBe(200)
  })

  test('keeps strangers from its versions, and lets them count only records that they can read', async () => {
    const versions = await as('stranger', 'GET', `/api/${collection}/versions`)
    expect(allowed(versions.status)).toBe(false)
    const restored = await as('stranger', 'POST', `/api/${collection}/versions/1`)
    expect([403, 404]).toContain(restored.status)
    if (!table?.read.includes('stranger')) {
      expect(allowed((await as('stranger', 'GET', `/api/${collection}/count`)).status)).toBe(false)
    }
  })
})

function changeOf(collection: string): Record<string, unknown> {
  const { email, page, section, content_key, question, ...rest } = bodies[collection]?.() ?? {}
  if (collection === 'mail_texts') return { heading: 'Changed' }
  return collection === 'users' ? { name: 'Changed' } : rest
}

describe('Payload’s own tables', () => {
  test.each(internal)('%s is closed to strangers', async (slug) => {
    for (const method of ['GET', 'DELETE']) {
      expect(allowed((await as('stranger', method, `/api/${slug}`)).status), method).toBe(false)
    }
    expect(allowed((await as('stranger', 'POST', `/api/${slug}`, {})).status)).toBe(false)
  })

  test.each(['payload-migrations', 'payload-kv', 'payload-jobs'])(
    '%s cannot be changed by editors',
    async (slug) => {
      const where = 'where[id][exists]=true'
      for (const [method, body] of [
        ['POST', { name: 'x', batch: 9, key: 'x', data: {} }],
        ['PATCH', { batch: 9 }],
      ] as const) {
        const response = await as('editor', method, `/api/${slug}?${where}`, body)
        expect(allowed(response.status), method).toBe(false)
      }
      expect(allowed((await as('editor', 'DELETE', `/api/${slug}?${where}`)).status)).toBe(false)
    },
  )
})

describe('roles', () => {
  const ownId = async (person: Person) =>
    (await as(person, 'GET', '/api/users/me')).json<{ user: { id: number } }>().user.id
  const roleOf = async (id: number) =>
    (await as('admin', 'GET', `/api/users/${id}`)).json<{ role: string }>().role

  test.each(['editor', 'publisher'] as const)(
    '%s can’t make themselves an admin',
    async (person) => {
      const id = await ownId(person)
      await as(person, 'PATCH', `/api/users/${id}`, { role: 'admin' })
      await as(person, 'POST', `/api/users/${id}`, { role: 'admin', _method: 'PATCH' })
      expect(await roleOf(id)).toBe(person)
    },
  )

  test('an editor can change their own name, but not another person’s', async () => {
    const ownUserId = await ownId('editor')
    const otherUserId = await ownId('publisher')
    expect((await as('editor', 'PATCH', `/api/users/${ownUserId}`, { name: 'E' })).status).toBe(200)
    const refused = await as('editor', 'PATCH', `/api/users/${otherUserId}`, { name: 'E' })
    expect(allowed(refused.status)).toBe(false)
  })

  test('an editor sees only their own account, an admin sees all', async () => {
    const countUsers = async (person: Person) =>
      (await as(person, 'GET', '/api/users')).json<{ totalDocs: number }>().totalDocs
    expect(await countUsers('editor')).toBe(1)
    expect(await countUsers('admin')).toBeGreaterThan(2)
  })

  test('an editor’s changes are drafts, and the live text stays until a publisher publishes', async () => {
    type Text = { id: number; published: boolean; content_data: { text: string } }
    const written = (text: string, _status?: string) => ({ content_data: { text }, _status })
    const fresh = { ...bodies.cms_content?.(), ...written('Live.', 'published') }
    const path = '/api/cms_content'
    expect((await as('editor', 'POST', path, fresh)).status).toBe(403)
    const made = await as('publisher', 'POST', path, fresh)
    const { id, published } = made.json<{ doc: Text }>().doc
    expect(published).toBe(true)

    expect((await as('editor', 'PATCH', `${path}/${id}`, written('Mine.'))).status).toBe(200)
    const publishAttempt = await as(
      'editor',
      'PATCH',
      `${path}/${id}`,
      written('Mine.', 'published'),
    )
    expect(publishAttempt.status).toBe(403)
    const live = (await as('stranger', 'GET', `${path}/${id}`)).json<Text>()
    expect(live.content_data.text).toBe('Live.')
    const draft = (await as('editor', 'GET', `${path}/${id}?draft=true`)).json<Text>()
    expect(draft).toMatchObject({ published: false, content_data: { text: 'Mine.' } })
    const down = await as('editor', 'PATCH', `${path}/${id}`, written('Gone.', 'draft'))
    expect(down.status).toBe(200)
    expect((await as('stranger', 'GET', `${path}/${id}`)).status).toBe(200)

    const publishing = await as(
      'publisher',
      'PATCH',
      `${path}/${id}`,
      written('Better.', 'published'),
    )
    expect(publishing.status).toBe(200)
    const better = (await as('stranger', 'GET', `${path}/${id}`)).json<Text>()
    expect(better.content_data.text).toBe('Better.')
  })

  test('a token is refused after signing out', async () => {
    const login = await server.send(
      '/api/users/login',
      jsonRequest('POST', { email: adminEmail, password }),
    )
    const [cookie = ''] = login.headers['set-cookie'] ?? []
    const token = /^payload-token=([^;]+)/.exec(cookie)?.[1] ?? ''
    const headers = sessionHeaders(token)
    expect((await server.get('/api/redirects', headers)).status).toBe(200)
    const signedOut = await server.send('/api/users/logout', jsonRequest('POST', {}, token))
    expect(signedOut.status).toBe(200)
    expect(allowed((await server.get('/api/redirects', headers)).status)).toBe(false)
  })

  test.each(['not-a-token', 'eyJhbGciOiJub25lIn0.eyJpZCI6MSwiY29sbGVjdGlvbiI6InVzZXJzIn0.'])(
    'an invalid token (%s) is refused',
    async (token) => {
      const response = await server.get('/api/redirects', sessionHeaders(token))
      expect(allowed(response.status)).toBe(false)
    },
  )

  test('saving an account sets no password', async () => {
    const id = await ownId('editor')
    const other = { password: 'another long password' }
    const ownAccount = await as('editor', 'PATCH', `/api/users/${id}`, other)
    const made = await as('admin', 'POST', '/api/users', { ...bodies.users?.(), ...other })
    expect([ownAccount.status, made.status]).toEqual([403, 400])
  })

  test('five wrong passwords lock an account', async () => {
    const email = 'locked@venue.example'
    await insertStaff(server.databaseUrl, [{ name: 'Locked', role: 'editor', email }])
    for (let i = 0; i < 5; i++) {
      await server.send('/api/users/login', jsonRequest('POST', { email, password: 'wrong' }))
    }
    const right = await server.send('/api/users/login', jsonRequest('POST', { email, password }))
    expect(allowed(right.status)).toBe(false)
  })
})

describe('the admin', () => {
  test.each(['PUT', 'DELETE', 'TRACE', 'OPTIONS'])('refuses the method %s', async (method) => {
    const response = await server.send('/cms/login', { method })
    expect(response.status).toBe(405)
    expect(response.headers.allow).toBe('GET, HEAD, POST')
  })

  test('ignores hosts in the request target and headers', async () => {
    for (const path of ['http://evil.example/cms/', '//cms//evil.example/', '/cms/']) {
      const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
      const { location = '/' } = (await server.get(path, headers)).headers
      expect(new URL(location, server.url).origin, path).toBe(server.url)
    }
  })

  test('does not resize pictures for strangers', async () => {
    const { text } = await server.get('/cms/login')
    const picture = /\/_next\/static\/media\/[^"\\]+/.exec(text)?.[0] ?? '/brand/logo.png'
    const query = new URLSearchParams({ url: picture, w: '640', q: '75' })
    expect((await server.get(`/_next/image?${query}`)).status).toBe(404)
  })
})

describe('the settings of the venue', () => {
  test.each(people)('are readable for %s, and can be changed by admins only', async (person) => {
    expect((await as(person, 'GET', '/api/globals/venue')).status).toBe(200)
    const change = await as(person, 'POST', '/api/globals/venue', { tagline: 'Come in' })
    expect(allowed(change.status)).toBe(person === 'admin')
    const versions = await as(person, 'GET', '/api/globals/venue/versions')
    expect(allowed(versions.status)).toBe(person === 'admin')
  })
})

describe('filters and sorting reveal no hidden data', () => {
  const total = async (person: Person, query: string) => {
    const response = await as(person, 'GET', query)
    return allowed(response.status) ? response.json<{ totalDocs: number }>().totalDocs : 'refused'
  }

  test.each(['hash', 'salt', 'resetPasswordToken', 'sessions.id', 'loginAttempts'])(
    'users.%s cannot be used in a filter, and is not shown if it is a secret',
    async (field) => {
      const shown = (await as('admin', 'GET', '/api/users?depth=0')).text
      if (['hash', 'salt', 'resetPasswordToken'].includes(field)) {
        expect(shown).not.toContain(`"${field}"`)
      }
      for (const person of ['stranger', 'editor'] as const) {
        const some = await total(person, `/api/users?where[${field}][exists]=true`)
        const other = await total(person, `/api/users?where[${field}][exists]=false`)
        expect(some).toBe(other)
      }
    },
  )

  test('the data of authors cannot be queried through the content that they created', async () => {
    await createRecord('cms_content')
    for (const field of ['email', 'name', 'hash', 'role']) {
      const path = `/api/cms_content?where[created_by.${field}]`
      const right = await total('stranger', `${path}[exists]=true`)
      const wrong = await total('stranger', `${path}[exists]=false`)
      expect([right, wrong], field).toEqual(['refused', 'refused'])
      const sorted = await as('stranger', 'GET', `/api/cms_content?sort=created_by.${field}`)
      expect(sorted.text, field).not.toContain(adminEmail)
    }
    const deep = await as('stranger', 'GET', '/api/cms_content?depth=5&limit=0')
    expect(deep.text).not.toContain('@venue.example')
  })

  test('a stranger’s search does not find the text of a draft', async () => {
    const id = await createRecord('cms_content')
    const draft = { content_data: { text: 'unspoken words' }, _status: 'draft' }
    const saved = await as('editor', 'PATCH', `/api/cms_content/${id}?draft=true`, draft)
    expect(saved.status).toBe(200)
    const paths = [
      '/api/cms_content?limit=0',
      '/api/cms_content?draft=true&limit=0',
      `/api/cms_content/${id}?draft=true`,
      '/api/cms_content/versions?limit=0',
      '/api/cms_content?draft=true&where[content_data.text][like]=unspoken',
      '/api/cms_content?draft=true&trash=true&depth=2&limit=0',
    ]
    for (const path of paths) {
      expect((await as('stranger', 'GET', path)).text, path).not.toContain('unspoken')
    }
    for (const flag of ['true', 'false']) {
      const path = `/api/cms_content?draft=${flag}&where[content_data.text][like]`
      const found = await total('stranger', `${path}=unspoken`)
      expect([0, 'refused']).toContain(found)
    }
    expect((await as('editor', 'GET', `/api/cms_content/${id}?draft=true`)).text).toContain(
      'unspoken',
    )
  })
})
