import type { Endpoint } from 'payload'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpointName, isOwnEndpoint } from '../../collections/served-endpoints.ts'
import config from '../../payload.config.ts'
import { addRecord, changeOf, newRecord } from '../support/collection-records.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { eventsOf } from '../support/event-records.ts'
import { membershipOf } from '../support/membership.ts'
import type { Reply } from '../support/request.ts'
import { type Server, startServer } from '../support/server.ts'
import { jsonRequest, makeStaff, type Role, sessionHeaders } from '../support/staff.ts'

// Walks every endpoint that Payload mounts, for every role. Calls of our own have tests of their own.

const people = ['stranger', 'member', 'editor', 'publisher', 'admin'] as const
const stations = ['bar', 'kitchen'] as const
type Person = (typeof people)[number] | (typeof stations)[number]

/** All endpoints of Payload that somebody has decided about. A new one fails the first test of this file. */
const decided = [
  'get /',
  'get /:id',
  'get /count',
  'post /',
  'patch /',
  'patch /:id',
  'delete /',
  'delete /:id',
  'post /access',
  'post /access/:id?',
  'post /:id/duplicate',
  'get /versions',
  'get /versions/:id',
  'post /versions/:id',
  // Uploads.
  'get /file/:filename',
  'get /paste-url/:id?',
  // Accounts.
  'post /login',
  'post /logout',
  'get /me',
  'post /refresh-token',
  'post /forgot-password',
  'post /reset-password',
  'post /first-register',
  'post /unlock',
  'post /verify/:id',
  'get /init',
  // Preferences.
  'get /:key',
  'post /:key',
  'delete /:key',
]

type Rank = (typeof people)[number]
type Open = Record<string, Rank>
const readBy = (person: Rank, access: Rank = 'editor'): Open => ({
  'get /': person,
  'get /:id': person,
  'post /access/:id?': access,
})
const writtenBy = (person: Rank, update = person): Open => ({
  'post /': person,
  'patch /:id': update,
})
const trashedBy = (person: Rank): Open => ({
  'delete /:id': 'admin',
  'delete /': 'admin',
  'patch /': person,
})
const versions: Open = {
  'get /versions': 'editor',
  'get /versions/:id': 'editor',
  'post /versions/:id': 'publisher',
}

/** The open endpoints of each collection, and the first of `people` who may use them. Later people may too. */
const open: Record<string, Open> = {
  cms_content: {
    ...readBy('stranger'),
    ...writtenBy('editor'),
    ...versions,
    'delete /:id': 'admin',
  },
  cms_global_content: {
    ...readBy('stranger'),
    ...writtenBy('editor'),
    ...versions,
    'delete /:id': 'admin',
  },
  faq: {
    ...readBy('stranger'),
    ...writtenBy('editor'),
    ...trashedBy('publisher'),
    ...versions,
    'post /:id/duplicate': 'editor',
  },
  scheduled_changes: readBy('editor'),
  mails: readBy('editor'),
  mail_texts: {
    ...readBy('publisher'),
    ...writtenBy('publisher'),
    ...versions,
    'get /versions': 'publisher',
    'get /versions/:id': 'publisher',
  },
  letters: {
    ...readBy('editor'),
    ...writtenBy('editor'),
    ...trashedBy('publisher'),
    ...versions,
    'post /versions/:id': 'editor',
    'post /:id/duplicate': 'editor',
  },
  media: {
    ...readBy('editor'),
    ...writtenBy('editor', 'publisher'),
    ...trashedBy('publisher'),
    'get /file/:filename': 'editor',
  },
  menus: {
    ...readBy('stranger'),
    ...writtenBy('editor'),
    ...trashedBy('publisher'),
    ...versions,
    'post /:id/duplicate': 'editor',
  },
  taps: {
    ...readBy('stranger'),
    ...writtenBy('editor'),
    ...trashedBy('editor'),
    ...versions,
    'post /:id/duplicate': 'editor',
  },
  events: {
    ...readBy('editor'),
    ...writtenBy('editor'),
    ...trashedBy('publisher'),
    ...versions,
    'post /:id/duplicate': 'editor',
  },
  tables: {
    ...readBy('editor'),
    ...writtenBy('publisher'),
    ...trashedBy('publisher'),
  },
  booking_rules: {
    ...readBy('editor'),
    ...writtenBy('publisher'),
    ...trashedBy('publisher'),
  },
  booking_closures: {
    ...readBy('editor'),
    ...writtenBy('publisher'),
    ...trashedBy('publisher'),
    'post /:id/duplicate': 'publisher',
  },
  lunch_vendors: {
    ...readBy('editor'),
    ...writtenBy('editor'),
    ...trashedBy('publisher'),
  },
  redirects: {
    ...readBy('editor'),
    ...writtenBy('publisher'),
    ...trashedBy('publisher'),
    ...versions,
  },
  causes: {
    ...readBy('stranger'),
    ...writtenBy('publisher'),
    ...trashedBy('publisher'),
    ...versions,
  },
  users: {
    ...readBy('admin'),
    ...writtenBy('admin'),
    'delete /:id': 'admin',
    'get /': 'editor',
    'get /me': 'stranger',
  },
  subscribers: { ...readBy('publisher'), 'patch /:id': 'publisher', 'delete /:id': 'admin' },
  consents: readBy('publisher'),
  suppressions: readBy('publisher'),
  members: readBy('publisher'),
  nudges: {
    ...readBy('editor'),
    ...writtenBy('publisher'),
    'delete /:id': 'publisher',
    'delete /': 'publisher',
    'post /:id/duplicate': 'publisher',
  },
  audit: readBy('publisher'),
  // Strangers have no preferences, and get none.
  'payload-preferences': { 'get /:key': 'stranger', 'post /:key': 'editor', 'delete /': 'editor' },
}

const openOfGlobals: Record<string, Open> = {
  venue: {
    'get /': 'stranger',
    'post /': 'admin',
    'post /access': 'editor',
    'get /versions': 'admin',
    'get /versions/:id': 'admin',
    'post /versions/:id': 'admin',
  },
  accounting: { 'get /': 'publisher', 'post /': 'admin', 'post /access': 'editor' },
  automations: { 'get /': 'editor', 'post /': 'publisher', 'post /access': 'editor' },
  membership: { 'get /': 'publisher', 'post /': 'admin', 'post /access': 'editor' },
}

/** What a station may use of what is closed to members. */
const openToStations: Record<(typeof stations)[number], Record<string, string[]>> = {
  bar: {
    taps: [...Object.keys(writtenBy('editor')), 'patch /', 'post /:id/duplicate'],
    users: ['get /'],
    'payload-preferences': ['post /:key', 'delete /'],
  },
  kitchen: { users: ['get /'], 'payload-preferences': ['post /:key', 'delete /'] },
}
const mayUse = (person: Person, slug: string, name: string, least: Rank | undefined): boolean => {
  if (least === undefined) return false
  if (person !== 'bar' && person !== 'kitchen') {
    return people.indexOf(person) >= people.indexOf(least)
  }
  // What a form may do is asked before it is shown, by all staff.
  const isOpen = least === 'stranger' || name.startsWith('post /access')
  return isOpen || (openToStations[person][slug] ?? []).includes(name)
}

const { collections, globals, endpoints: rootEndpoints } = await config
/** Payload's endpoints, without those that are replaced by our own. */
const ofPayload = (endpoints: readonly Endpoint[] | false): string[] => {
  const all = endpoints || []
  const own = all.filter(isOwnEndpoint).map(endpointName)
  const names = all.filter((each) => !isOwnEndpoint(each)).map(endpointName)
  return [...new Set(names)].filter((name) => !own.includes(name))
}
const ownOf = (endpoints: readonly Endpoint[] | false): string[] =>
  (endpoints || []).filter(isOwnEndpoint).map(endpointName)
const served = [
  ...collections.map(({ slug, endpoints }) => ({
    path: slug,
    slug,
    endpoints,
    open: open[slug] ?? {},
    isGlobal: false,
  })),
  ...globals.map(({ slug, endpoints }) => ({
    path: `globals/${slug}`,
    slug,
    endpoints,
    open: openOfGlobals[slug] ?? {},
    isGlobal: true,
  })),
].filter(({ endpoints }) => endpoints !== false)

test('every endpoint of Payload has been decided about', () => {
  for (const { slug, endpoints } of served) {
    const unknown = ofPayload(endpoints).filter((name) => !decided.includes(name))
    expect(unknown, slug).toEqual([])
  }
  expect(ofPayload(rootEndpoints)).toEqual(['get /access'])
})

test('every open endpoint exists', () => {
  const slugs = served.map(({ slug }) => slug)
  expect([...Object.keys(open), ...Object.keys(openOfGlobals)].sort()).toEqual(
    slugs.filter((slug) => slug !== 'payload-kv').sort(),
  )
  for (const { slug, endpoints, open: names } of served) {
    const existing = [...ofPayload(endpoints), ...ownOf(endpoints)]
    expect(
      Object.keys(names).filter((name) => !existing.includes(name)),
      slug,
    ).toEqual([])
  }
})

let server: Server
let url: string
let staff: Record<Role, string>
let memberHeaders: Record<string, string>

beforeAll(async () => {
  url = await makeDatabase('demo')
  server = await startServer({ DATABASE_URL: url })
  staff = await makeStaff(server)
  const [member] = await onDatabase(url, (query) =>
    query<{ email: string }>('select email from members order by id limit 1'),
  )
  const { visitor } = await membershipOf(server, url).signIn(member?.email ?? '')
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  memberHeaders = {
    cookie,
    authorization: `Bearer ${visitor.token}`,
    'sec-fetch-site': 'same-origin',
  }
})
afterAll(() => server?.stop())

const headersOf = (person: Person): Record<string, string> =>
  person === 'stranger' ? {} : person === 'member' ? memberHeaders : sessionHeaders(staff[person])
const as = (person: Person, method: string, path: string, body?: unknown): Promise<Reply> =>
  server.send(`/api/${path}`, {
    method,
    headers: {
      ...headersOf(person),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

const newestVersion = async (slug: string, id: number | null): Promise<number> => {
  const where = id === null ? 'true' : `parent_id = ${id}`
  const [row] = await onDatabase(url, (query) =>
    query<{ id: number }>(`select max(id) as id from _${slug}_v where ${where}`),
  )
  return row?.id ?? 0
}

type Site = (typeof served)[number]
const sharedRecords = new Map<string, number>()

/**
 * The record that a request is about.
 * @param isChanged whether the request changes it; otherwise it may be the record of other requests
 */
async function recordFor({ slug, isGlobal }: Site, isChanged: boolean): Promise<number> {
  if (isGlobal || slug.startsWith('payload-')) return 1
  // There are fewer wordings than requests.
  if (slug === 'mail_texts') await onDatabase(url, (query) => query('delete from mail_texts'))
  const shared = sharedRecords.get(slug)
  if (shared !== undefined && !isChanged && slug !== 'mail_texts') return shared
  const id = await addRecord(slug, url, server, staff.admin)
  if (!isChanged) sharedRecords.set(slug, id)
  return id
}

/** Sends the request of an endpoint. */
async function request(
  site: Site,
  name: string,
  { person, may }: { person: Person; may: boolean },
) {
  const { slug, path, endpoints, isGlobal } = site
  const [method = '', route = ''] = name.split(' ')
  const isVersion = route === '/versions/:id'
  const isChange = method !== 'get' && !route.startsWith('/access') && name !== 'post /'
  const id = await recordFor(site, may && isChange)
  const hasVersions = isVersion && ownOf(endpoints).includes('post /versions/:id')
  const target = hasVersions ? await newestVersion(slug, isGlobal ? null : id) : id
  const isBulk = route === '/' && (method === 'patch' || method === 'delete')
  const address =
    path +
    route
      .replace(/^\/$/, isBulk ? `?where[id][equals]=${id}` : '')
      .replace(/:id\??/, String(target))
      .replace(':key', 'walk')
      .replace(':filename', 'walk.webp')
  // Made when it is needed: there are few texts of which records can be made.
  const bodies: Record<string, () => object> = {
    'post /': () => (isGlobal ? {} : newRecord(slug)),
    'patch /:id': () => changeOf(slug),
    'patch /': () => ({ deletedAt: new Date().toISOString() }),
    'post /:key': () => ({ value: { is: 1 } }),
  }
  const body = bodies[name]?.()
  return as(person, method.toUpperCase(), address, method === 'get' ? undefined : (body ?? {}))
}

/** Whether a person could do it. A bulk change replies with the changed records, also if there are none. */
const didIt = ({ status, json }: Reply, name: string, slug: string): boolean => {
  // The request has no file, and no record has the file of the walk.
  if (slug === 'media' && name === 'post /') return status === 400
  if (slug === 'media' && name === 'get /file/:filename') return status === 404
  if (status < 200 || status >= 300) return false
  const isBulk = name === 'patch /' || name === 'delete /'
  return !isBulk || slug === 'payload-preferences' || json<{ docs: unknown[] }>().docs.length > 0
}

describe.each(served)('$path', (site) => {
  const names = [...new Set([...ofPayload(site.endpoints), ...Object.keys(site.open)])].filter(
    // A preference can have any key, so these paths are keys.
    (name) => site.slug !== 'payload-preferences' || !/^get \/(count|versions|:id)$/.test(name),
  )
  test.each(names)('%s', async (name) => {
    const least = site.open[name]
    for (const person of [...people, ...stations]) {
      const may = mayUse(person, site.slug, name, least)
      const reply = await request(site, name, { person, may })
      const told = `${person}: ${reply.status} ${reply.text.slice(0, 300)}`
      expect(didIt(reply, name, site.slug), told).toBe(may)
      if (may || reply.status < 400) continue
      expect([401, 403, 404], told).toContain(reply.status)
      expect(reply.json(), told).toMatchObject({
        error: expect.stringMatching(/\w/),
        message: expect.stringMatching(/\w/),
      })
      if (least === undefined && person !== 'stranger' && person !== 'member') {
        expect([reply.status, reply.json<{ error: string }>().error], told).toEqual([
          403,
          'forbidden',
        ])
      }
    }
  })
})

test('payload-migrations has no endpoints', async () => {
  for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) {
    const { status } = await as(
      'admin',
      method,
      'payload-migrations',
      method === 'GET' ? undefined : {},
    )
    expect(status, method).toBe(404)
  }
})

test('a method override opens no closed endpoint', async () => {
  for (const path of ['menus/count', 'payload-kv', 'users/init']) {
    const reply = await server.send(`/api/${path}`, {
      ...jsonRequest('POST', {}, staff.admin),
      headers: {
        ...sessionHeaders(staff.admin),
        'content-type': 'application/json',
        'x-http-method-override': 'GET',
      },
    })
    expect(reply.status, path).toBe(403)
  }
})

describe('a version of an event', () => {
  const eventsAsStaff = () => eventsOf(server, staff)
  const firstVersion = async (event: number) => {
    const found = await as(
      'publisher',
      'GET',
      `events/versions?where[parent][equals]=${event}&sort=id`,
    )
    return found.json<{ docs: { id: number }[] }>().docs[0]?.id ?? 0
  }
  const restore = (person: Person, version: number, query = '') =>
    as(person, 'POST', `events/versions/${version}${query}`, {})
  const stateOf = async (event: number) => {
    const [date] = await eventsAsStaff().rowsOf(event)
    const page = await server.get(`/calendar/${date?.slug}`)
    return { date: date?.status, title: date?.title, page: page.status }
  }
  const publishEvent = async (changes: object = {}) => {
    const { id, slug } = await eventsAsStaff().publish({
      rule: null,
      title: 'As written',
      ...changes,
    })
    return { id, slug, version: await firstVersion(id) }
  }

  test.each(['', '?draft=true', '?draft=false'])(
    'is restored by publishers%s, and the event stays published under its address',
    async (query) => {
      const { id, slug, version } = await publishEvent()
      const changed = await eventsAsStaff().change(id, { title: 'As changed' })
      expect(changed.status).toBe(200)
      for (const person of ['stranger', 'member', 'editor'] as const) {
        const refused = await restore(person, version, query)
        expect(refused.status, person).toBe(403)
        expect(refused.json()).toMatchObject({
          error: 'forbidden',
          message: 'Publishers restore earlier versions. Ask one of them.',
        })
      }
      expect(await stateOf(id)).toEqual({ date: 'published', title: 'As changed', page: 200 })
      const restored = await restore('publisher', version, query)
      expect(restored.status, restored.text).toBe(200)
      expect(restored.json()).toMatchObject({ title: 'As written', status: 'published', slug })
      expect(await stateOf(id)).toEqual({ date: 'published', title: 'As written', page: 200 })
    },
  )

  test('with an earlier address does not change the address of the published event', async () => {
    const { id } = await eventsAsStaff().make({ rule: null, title: 'Renamed' })
    const version = await firstVersion(id)
    const slug = `other-address-${id}`
    expect((await eventsAsStaff().change(id, { slug })).status).toBe(200)
    expect((await eventsAsStaff().act(id, 'publish')).status).toBe(200)
    expect((await restore('publisher', version)).json()).toMatchObject({
      slug,
      status: 'published',
    })
  })

  test('with other times is not restored while guests expect the present ones', async () => {
    const { id, version } = await publishEvent()
    const [before] = await eventsAsStaff().rowsOf(id)
    const later = { start: '2031-05-02T19:30', end: '2031-05-02T21:00' }
    expect((await eventsAsStaff().change(id, later)).status).toBe(200)
    const [date] = await eventsAsStaff().rowsOf(id)
    await eventsAsStaff().reserve(date?.id ?? 0, 2)
    const refused = await restore('publisher', version)
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('2 guests')])
    const [after] = await eventsAsStaff().rowsOf(id)
    expect(after?.starts_at).toEqual(date?.starts_at)
    expect(after?.starts_at).not.toEqual(before?.starts_at)
  })

  test('is not restored while the event is in the trash', async () => {
    const { id, version } = await publishEvent()
    const trashed = { deletedAt: new Date().toISOString() }
    expect((await as('publisher', 'PATCH', `events/${id}`, trashed)).status).toBe(200)
    const refused = await restore('publisher', version)
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('trash')])
  })

  test.each(['0', 'x', '9999999999', '999999'])('with the number %s is not found', async (id) => {
    expect((await as('publisher', 'POST', `events/versions/${id}`, {})).status).toBe(404)
  })

  test('“publish” brings the page back if the dates of a published event are drafts', async () => {
    const { id } = await publishEvent()
    await eventsAsStaff().query(`update event_dates set status = 'draft' where event = $1`, [id])
    const published = await eventsAsStaff().act(id, 'publish')
    expect(published.json()).toMatchObject({ message: 'It is out.' })
    expect(await stateOf(id)).toMatchObject({ date: 'published', page: 200 })
  })
})

test.each(['letters', 'nudges'])(
  'a copy of one of the %s that was sent is a draft',
  async (slug) => {
    const id = await addRecord(slug, url, server, staff.admin)
    await onDatabase(url, (query) => query(`update ${slug} set state = 'sent' where id = $1`, [id]))
    const copied = await as('publisher', 'POST', `${slug}/${id}/duplicate`, { state: 'sent' })
    expect(copied.status, copied.text).toBe(200)
    expect(copied.json()).toMatchObject({ doc: { state: 'draft' } })
  },
)

test('a copy of a question is a draft, whoever makes it', async () => {
  const id = await addRecord('faq', url, server, staff.admin)
  const copy = (person: Person, body: object) => as(person, 'POST', `faq/${id}/duplicate`, body)
  expect((await copy('editor', { _status: 'published' })).status).toBe(403)
  for (const person of ['editor', 'publisher'] as const) {
    expect((await copy(person, {})).json()).toMatchObject({ doc: { _status: 'draft' } })
  }
})

test('a version of the venue is restored under the rules of its form', async () => {
  const save = async (tagline: string) =>
    expect((await as('admin', 'POST', 'globals/venue', { tagline })).status).toBe(200)
  await save('As written')
  const version = await newestVersion('venue', null)
  await save('As changed')
  await onDatabase(url, (query) =>
    query(
      `update _venue_v set version_time_zone = 'Asia/Tokyo', version_second_person_cents = 1 where id = $1`,
      [version],
    ),
  )
  const restore = (person: Person) => as(person, 'POST', `globals/venue/versions/${version}`, {})
  const tagline = async () =>
    (await as('stranger', 'GET', 'globals/venue')).json<{ tagline: string }>().tagline
  const refused = await restore('publisher')
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('Ask an admin')])
  expect(await tagline()).toBe('As changed')
  expect((await restore('admin')).status).toBe(200)
  expect(await tagline()).toBe('As written')
  // What moves events and mails guests, or is a rule of money, is not restored.
  const facts = (await as('admin', 'GET', 'globals/venue')).json<object>()
  expect(facts).toMatchObject({ time_zone: 'Europe/London', second_person_cents: 5000 })
  await onDatabase(url, (query) =>
    query(`update _venue_v set version_currency = 'EUR' where id = $1`, [version]),
  )
  const booked = await restore('admin')
  expect([booked.status, booked.text]).toEqual([400, expect.stringContaining('another currency')])
})
