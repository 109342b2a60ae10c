import type { Endpoint } from 'payload'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isOwnEndpoint } from '../../collections/served-endpoints.ts'
import config from '../../payload.config.ts'
import { addRecord, changeOf, newRecord } from '../support/collection-records.ts'
import { makeDatabase } from '../support/database.ts'
import { type Server, startServer } from '../support/server.ts'
import {
  adminEmail,
  insertStaff,
  jsonRequest,
  makeStaff,
  password,
  sessionHeaders,
} from '../support/staff.ts'

const ranks = ['stranger', 'editor', 'publisher', 'admin'] as const
const stations = ['bar', 'kitchen'] as const
const people = [...ranks, ...stations]
type Station = (typeof stations)[number]
type Person = (typeof people)[number]
const all: Person[] = [...people]
/** Everybody of this rank or a higher one, and these stations. */
const atLeast = (rank: (typeof ranks)[number], ...also: Station[]): Person[] => [
  ...ranks.slice(ranks.indexOf(rank)),
  ...also,
]

/** The roles that may do each operation, for every collection that Payload serves. */
const expected: Record<string, Record<'create' | 'read' | 'update' | 'delete', Person[]>> = {
  cms_content: {
    create: atLeast('editor'),
    read: all,
    update: atLeast('editor'),
    // Others discard drafts instead: deleting the record deletes its history.
    delete: atLeast('admin'),
  },
  cms_global_content: {
    create: atLeast('editor'),
    read: all,
    update: atLeast('editor'),
    delete: atLeast('admin'),
  },
  faq: {
    create: atLeast('editor'),
    read: all,
    update: atLeast('editor'),
    delete: atLeast('admin'),
  },
  // Only the server writes these records.
  scheduled_changes: { create: [], read: atLeast('editor'), update: [], delete: [] },
  audit: { create: [], read: atLeast('publisher'), update: [], delete: [] },
  // For drafts. Scheduled and sent letters have separate tests.
  letters: {
    create: atLeast('editor'),
    read: atLeast('editor'),
    update: atLeast('editor'),
    delete: atLeast('admin'),
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
    delete: atLeast('admin'),
  },
  menus: {
    create: atLeast('editor'),
    read: all,
    update: atLeast('editor'),
    delete: atLeast('admin'),
  },
  taps: {
    create: atLeast('editor', 'bar'),
    read: all,
    update: atLeast('editor', 'bar'),
    delete: atLeast('admin'),
  },
  causes: {
    create: atLeast('publisher'),
    read: all,
    update: atLeast('publisher'),
    delete: atLeast('admin'),
  },
  // For drafts. Published events have separate tests.
  events: {
    create: atLeast('editor'),
    read: atLeast('editor'),
    update: atLeast('editor'),
    delete: atLeast('admin'),
  },
  tables: {
    create: atLeast('publisher'),
    read: atLeast('editor'),
    update: atLeast('publisher'),
    delete: atLeast('admin'),
  },
  booking_rules: {
    create: atLeast('publisher'),
    read: atLeast('editor'),
    update: atLeast('publisher'),
    delete: atLeast('admin'),
  },
  booking_closures: {
    create: atLeast('publisher'),
    read: atLeast('editor'),
    update: atLeast('publisher'),
    delete: atLeast('admin'),
  },
  lunch_vendors: {
    create: atLeast('editor'),
    read: atLeast('editor'),
    update: atLeast('editor'),
    delete: atLeast('admin'),
  },
  redirects: {
    create: atLeast('publisher'),
    read: atLeast('editor'),
    update: atLeast('publisher'),
    delete: atLeast('admin'),
  },
  users: {
    create: atLeast('admin'),
    read: atLeast('editor', ...stations),
    update: atLeast('admin'),
    delete: atLeast('admin'),
  },
}

/** Payload's own collections, which strangers cannot read. */
/** Who may put a record into the trash, for every collection that has one. Only admins delete for good. */
const mayTrash: Record<string, Person[]> = {
  faq: atLeast('publisher'),
  letters: atLeast('publisher'),
  media: atLeast('publisher'),
  menus: atLeast('publisher'),
  taps: atLeast('editor', 'bar'),
  causes: atLeast('publisher'),
  events: atLeast('publisher'),
  tables: atLeast('publisher'),
  booking_rules: atLeast('publisher'),
  booking_closures: atLeast('publisher'),
  lunch_vendors: atLeast('publisher'),
  redirects: atLeast('publisher'),
}

const internal = [
  'payload-kv',
  'payload-jobs',
  'payload-preferences',
  'payload-migrations',
  'payload-query-presets',
  'payload-folders',
]

/** The calls for staff, by the first of `ranks` who may make them. Higher ones may too. */
const callsFrom: Record<Exclude<(typeof ranks)[number], 'stranger'>, string[]> = {
  editor: [
    'get /changes/author',
    'post /check-in/door/counts',
    'post /check-in/door/doors',
    'post /check-in/door/end',
    'post /check-in/door/enrol',
    'post /check-in/door/list',
    'post /check-in/door/scan',
    'post /check-in/door/search',
    'post /check-in/door/sync',
    'post /check-in/revoke',
    'post /check-in/shifts',
    'post /common-good/payouts',
    'post /common-good/payouts/reversals',
    'post /editing/ask-review',
    'post /editing/discard',
    'get /editing/drafts',
    'get /editing/history',
    'get /editing/page/:page',
    'post /editing/presence',
    'post /editing/save',
    'get /editing/schedule',
    'post /editing/suggest',
    'post /event-dates/:id',
    'get /event-dates/:id/about',
    'post /event-dates/:id/leave-out',
    'post /event-dates/:id/split',
    'post /event-guests/add',
    'post /event-guests/check-in',
    'post /event-guests/file',
    'get /event-list/:id/dates',
    'post /event-list/preview',
    'get /ledger/check',
    'post /letter/audience',
    'post /letter/preview',
    'get /letter/progress',
    'get /letter/sent',
    'post /letter/test',
    'post /lunch-list/cancel',
    'post /lunch-list/mail',
    'post /lunch-list/payee',
    'post /lunch-list/sold-out',
    'post /member-card/verify',
    'post /menu-list/sold-out',
    'get /nudge-list/:id/progress',
    'post /nudge-list/link',
    'post /reservations/add',
    'post /reservations/check-in',
    'post /reservations/file',
    'get /staff/live',
    'post /tap-list/change-barrel',
    'post /users/change-email',
    'post /users/change-password',
    'post /users/confirm',
    'get /users/passkeys',
    'post /users/passkeys/confirm-options',
    'post /users/passkeys/register',
    'post /users/passkeys/register-options',
    'post /users/passkeys/remove',
    'post /users/passkeys/rename',
    'post /users/refresh-token',
    'post /users/sign-out-everywhere',
  ],
  publisher: [
    'get /analytics/csv/:table',
    'get /analytics/filters',
    'post /analytics/funnels',
    'delete /analytics/funnels/:id',
    'get /analytics/live',
    'get /analytics/raw/:table',
    'get /analytics/reports/:name',
    'post /check-in/areas',
    'post /common-good/cash',
    'post /common-good/fund',
    'post /common-good/message/decide',
    'post /common-good/payouts/approve',
    'post /common-good/payouts/refuse',
    'post /common-good/payouts/reversals/approve',
    'post /common-good/payouts/reversals/refuse',
    'post /common-good/requests/approve',
    'post /common-good/requests/refuse',
    'post /common-good/reverse',
    'post /editing/publish',
    'post /editing/questions/publish',
    'post /editing/restore',
    'post /editing/restore-page',
    'post /editing/schedule',
    'post /editing/schedule/cancel',
    'post /editing/unpublish',
    'post /enquiries/change',
    'post /enquiries/event',
    'get /enquiries/export',
    'get /enquiries/file/:id',
    'post /enquiries/lose',
    'post /enquiries/mail',
    'post /enquiries/note',
    'post /enquiries/quote',
    'post /enquiries/reopen',
    'post /enquiries/reply',
    'post /enquiries/win',
    'post /enquiries/withdraw',
    'post /evening/add',
    'post /evening/block',
    'post /evening/change',
    'get /evening/hits',
    'get /evening/search',
    'get /evening/sheet',
    'post /evening/tell',
    'post /evening/unblock',
    'post /event-dates/:id/cancel',
    'post /event-dates/:id/letter',
    'post /event-dates/:id/nudge',
    'post /event-dates/:id/postpone',
    'post /event-dates/:id/set',
    'post /event-guests/cancel',
    'post /event-guests/cancel-date',
    'post /event-guests/details',
    'post /event-guests/message',
    'post /event-guests/move',
    'post /event-guests/note',
    'post /event-guests/offer',
    'post /event-guests/party',
    'post /event-guests/preview',
    'post /event-links',
    'post /event-links/replace',
    'post /event-links/revoke',
    'post /event-list/:id/status',
    'post /letter/act',
    'get /letter/visits',
    'post /lunch-list/paid',
    'post /mail/preview',
    'post /mail/settle',
    'post /members/let-in',
    'post /members/sign-out',
    'post /members/suspend',
    'post /members/unlink',
    'post /moments/choose',
    'post /moments/decide',
    'get /moments/staff/:moment/:file',
    'post /newsletter/add',
    'post /newsletter/address',
    'get /newsletter/export',
    'get /newsletter/imports',
    'post /newsletter/imports',
    'get /newsletter/imports/:id',
    'post /newsletter/imports/:id/begin',
    'post /newsletter/imports/:id/drop',
    'get /newsletter/imports/:id/rejected',
    'post /newsletter/imports/:id/settings',
    'get /newsletter/letters',
    'post /nudge-list/:id/cancel',
    'post /nudge-list/:id/send',
    'post /nudge-list/:id/test',
    'get /nudge-list/:id/visits',
    'post /nudge-list/count',
    'post /opening/closed-today',
    'get /redirect-list/export',
    'post /redirect-list/ignore',
    'post /payments/refund',
    'post /payments/refunds/close',
    'post /redirect-list/import',
    'post /reservations/cancel',
    'post /reservations/move',
    'post /reservations/note',
    'post /reservations/offer',
    'post /reservations/party',
    'post /till/bank',
    'post /till/cases/answer',
    'post /till/cases/close',
    'post /till/closing',
    'post /till/count',
    'post /till/find',
    'post /till/payment',
    'post /till/reverse',
    'post /till/top-up',
  ],
  admin: [
    'get /enquiries/data/:id',
    'post /enquiries/erase',
    'post /ledger/check',
    'post /members/delete',
    'post /members/keep',
    'delete /subscribers/',
    'post /secret-kitchen-list/announce',
    'get /secret-kitchen-list/board',
    'post /secret-kitchen-list/cancel',
    'post /secret-kitchen-list/collect',
    'post /secret-kitchen-list/delete',
    'post /secret-kitchen-list/draw',
    'post /secret-kitchen-list/finish',
    'post /secret-kitchen-list/message',
    'post /secret-kitchen-list/picture',
    'post /secret-kitchen-list/portions',
    'post /secret-kitchen-list/remove',
    'post /secret-kitchen-list/save',
    'post /secret-kitchen-list/sold-out',
    'get /system/backup',
    'get /till/export',
    'post /users/',
    'post /users/passkeys/revoke',
    'get /users/proof',
    'post /users/send-password-link',
    'post /venue/time-zone',
  ],
}

/** The calls with which all staff look after their own account. */
const ownAccount = callsFrom.editor.filter((name) => / \/users\//.test(name))
const callsOf: Record<Station, string[]> = {
  bar: [
    ...ownAccount,
    'get /changes/author',
    'post /check-in/door/counts',
    'post /check-in/door/doors',
    'post /check-in/door/end',
    'post /check-in/door/enrol',
    'post /check-in/door/list',
    'post /check-in/door/scan',
    'post /check-in/door/search',
    'post /check-in/door/sync',
    'post /check-in/revoke',
    'post /check-in/shifts',
    'post /evening/add',
    'post /evening/block',
    'post /evening/change',
    'get /evening/hits',
    'get /evening/search',
    'get /evening/sheet',
    'post /evening/tell',
    'post /evening/unblock',
    'post /event-guests/add',
    'post /event-guests/check-in',
    'post /event-guests/file',
    'post /lunch-list/paid',
    'post /lunch-list/sold-out',
    'post /member-card/verify',
    'post /menu-list/sold-out',
    'post /opening/closed-today',
    'post /reservations/add',
    'post /reservations/check-in',
    'post /reservations/file',
    'get /staff/live',
    'post /tap-list/change-barrel',
    'post /till/count',
    'post /till/find',
    'post /till/payment',
    'post /till/top-up',
  ],
  kitchen: [
    ...ownAccount,
    'get /changes/author',
    'post /lunch-list/cancel',
    'post /lunch-list/mail',
    'post /lunch-list/payee',
    'post /lunch-list/sold-out',
    'post /menu-list/sold-out',
    'post /secret-kitchen-list/announce',
    'get /secret-kitchen-list/board',
    'post /secret-kitchen-list/cancel',
    'post /secret-kitchen-list/collect',
    'post /secret-kitchen-list/delete',
    'post /secret-kitchen-list/draw',
    'post /secret-kitchen-list/finish',
    'post /secret-kitchen-list/message',
    'post /secret-kitchen-list/picture',
    'post /secret-kitchen-list/portions',
    'post /secret-kitchen-list/remove',
    'post /secret-kitchen-list/save',
    'post /secret-kitchen-list/sold-out',
    'get /staff/live',
  ],
}

const { collections, globals, endpoints: rootEndpoints } = await config
const ownCalls = [
  ...collections.map(({ slug, endpoints }) => ({ below: `/${slug}`, endpoints })),
  ...globals.map(({ slug, endpoints }) => ({ below: `/globals/${slug}`, endpoints })),
  { below: '', endpoints: rootEndpoints },
].flatMap(({ below, endpoints }) =>
  (endpoints || []).filter(isOwnEndpoint).map(({ method, path, custom }: Endpoint) => ({
    name: `${method} ${below}${path}`,
    audience: custom?.audience as string | undefined,
  })),
)
const openToOthers = ['public', 'member', 'service']

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
const createRecord = (collection: string) => addRecord(collection, url, server, sessions.admin)
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
      create: await as(person, 'POST', path, newRecord(collection)),
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

  test('keeps strangers and stations from its versions, and lets strangers count only records that they can read', async () => {
    for (const person of ['stranger', ...stations] as const) {
      const versions = await as(person, 'GET', `/api/${collection}/versions`)
      expect(allowed(versions.status), person).toBe(false)
      const restored = await as(person, 'POST', `/api/${collection}/versions/1`)
      expect([403, 404], person).toContain(restored.status)
    }
    if (!table?.read.includes('stranger')) {
      expect(allowed((await as('stranger', 'GET', `/api/${collection}/count`)).status)).toBe(false)
    }
  })
})

test.each(Object.entries(mayTrash))(
  'only who may put records of %s into the trash does',
  async (slug, allowedPeople) => {
    for (const person of people) {
      const path = `/api/${slug}/${await createRecord(slug)}`
      const trashed = await as(person, 'PATCH', path, { deletedAt: new Date().toISOString() })
      expect(allowed(trashed.status), person).toBe(allowedPeople.includes(person))
    }
  },
)

describe('calls', () => {
  // Saving a form once, uploads and earlier versions: like the collection’s own endpoints, which the tests above walk.
  const likeTheCollection = /^post \/((letters|media)\/|.+\/versions\/:id)$/

  test('declare for whom they are', () => {
    const undeclared = ownCalls.filter(({ audience }) => audience === undefined)
    expect(undeclared.filter(({ name }) => !likeTheCollection.test(name))).toEqual([])
  })

  test('for staff are all in the table of this test', () => {
    const forStaff = ownCalls.filter(
      ({ audience }) => audience !== undefined && !openToOthers.includes(audience),
    )
    expect(forStaff.map(({ name }) => name).sort()).toEqual(Object.values(callsFrom).flat().sort())
  })

  test.each(
    Object.entries(callsFrom).flatMap(([person, names]) =>
      names.map((name) => [name, person as (typeof ranks)[number]] as const),
    ),
  )('%s is for staff from %s on', async (name, least) => {
    const [method = '', route = ''] = name.split(' ')
    const path = route.replace(':page', 'home').replace(/:\w+/, '0').replace(/\/$/, '')
    const query = name === 'delete /subscribers/' ? '?where[id][equals]=0' : ''
    for (const person of people) {
      // No call accepts this body, so calls that are allowed fail at the next step.
      const body = method === 'post' ? 'walk' : undefined
      const reply = await as(person, method.toUpperCase(), `/api${path}${query}`, body)
      const told = `${person}: ${reply.status} ${reply.text.slice(0, 200)}`
      if (person === 'stranger') expect(reply.status, told).toBe(401)
      else {
        const isAllowed =
          person === 'bar' || person === 'kitchen'
            ? callsOf[person].includes(name)
            : atLeast(least).includes(person)
        expect(reply.status === 403, told).toBe(!isAllowed)
      }
      expect(reply.status, told).toBeLessThan(500)
    }
  })
})

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
    const fresh = { ...newRecord('cms_content'), ...written('Live.', 'published') }
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
    const made = await as('admin', 'POST', '/api/users', { ...newRecord('users'), ...other })
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
  test('shows what each role may do, to admins only', async () => {
    for (const person of ['stranger', 'editor', 'publisher', ...stations] as const) {
      const { text } = await as(person, 'GET', '/cms/permissions')
      expect(text, person).not.toContain('Invite and delete staff')
    }
    const { status, text } = await as('admin', 'GET', '/cms/permissions')
    expect(status).toBe(200)
    const answersOf = (words: string) => {
      const row = text.split('<tr>').find((each) => each.includes(`<th scope="row">${words}</th>`))
      return [...(row ?? '').matchAll(/<td[^>]*>(Yes|No)<\/td>/g)].map(([, answer]) => answer)
    }
    expect(text.match(/<th scope="col">\w+<\/th>/g)?.slice(1)).toEqual(
      ['Editor', 'Publisher', 'Admin', 'Bar', 'Kitchen'].map(
        (role) => `<th scope="col">${role}</th>`,
      ),
    )
    expect(answersOf('Write letters')).toEqual(['Yes', 'Yes', 'Yes', 'No', 'No'])
    expect(answersOf('See members')).toEqual(['No', 'Yes', 'Yes', 'No', 'No'])
    expect(answersOf('Invite and delete staff, and change roles')).toEqual([
      ...['No', 'No', 'Yes', 'No', 'No'],
    ])
    expect((await as('admin', 'GET', '/cms/collections/users')).text).toContain('/cms/permissions')
  })

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
