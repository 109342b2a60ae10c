import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { type Server, startServer } from '../support/server.ts'
import { jsonRequest, makeStaff } from '../support/staff.ts'
import { waitUntil } from '../support/wait-until.ts'

describe('three processes that start at once on one empty database', () => {
  let servers: Server[] = []
  let url = ''
  let staff: Awaited<ReturnType<typeof makeStaff>>

  beforeAll(async () => {
    url = await makeDatabase('bare')
    const env = { DATABASE_URL: url, DATABASE_POOL: '4', SITE_URL: 'http://localhost:4000' }
    servers = await Promise.all([startServer(env), startServer(env), startServer(env)])
    staff = await makeStaff(servers[0] as Server)
  })
  afterAll(() => Promise.all(servers.map((server) => server.stop())))

  test('run each migration once', async () => {
    const rows = await onDatabase(url, (query) =>
      query<{ name: string; times: number }>(
        'select name, count(*)::int as times from payload_migrations group by name',
      ),
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter(({ times }) => times !== 1)).toEqual([])
  })

  test('fill in the demo venue once', async () => {
    const [counts] = await onDatabase(url, (query) =>
      query<Record<string, number>>(
        `select (select count(*)::int from venue) as venues,
                (select count(*)::int from menus) as menus,
                (select count(distinct title || page)::int from menus) as different_menus`,
      ),
    )
    expect(counts?.venues).toBe(1)
    expect(counts?.menus).toBeGreaterThan(0)
    expect(counts?.menus).toBe(counts?.different_menus)
  })

  test('all show a published text', async () => {
    for (const server of servers) {
      expect((await server.get('/cafe')).text).not.toContain('Fresh paint')
    }
    const text = {
      page: 'cafe',
      section: 'hero',
      content_key: 'lead',
      content_data: { text: 'Fresh paint, mind the door.' },
      _status: 'published',
    }
    const made = await servers[0]?.send(
      '/api/cms_content',
      jsonRequest('POST', text, staff.publisher),
    )
    expect(made?.status).toBe(201)
    await waitUntilAllShow('/cafe', 'Fresh paint, mind the door.')
  })

  test('show a draft to visitors only after it is published', async () => {
    const record = { page: 'beer', section: 'hero', content_key: 'lead' }
    const words = 'A thirteenth tap.'
    const drafted = { ...record, content_data: { text: words }, _status: 'draft' }
    const made = await servers[0]?.send(
      '/api/cms_content?draft=true',
      jsonRequest('POST', drafted, staff.editor),
    )
    const id = made?.json<{ doc: { id: number } }>().doc.id
    const cookies = ['', `payload-token=x; common-room-edit=edit`, 'common-room-edit=preview']
    for (const server of servers) {
      for (const cookie of cookies) {
        expect((await server.get('/beer', { cookie })).text).not.toContain(words)
      }
      const cookie = `payload-token=${staff.editor}; common-room-edit=edit`
      expect((await server.get('/beer', { cookie })).text).toContain(words)
      expect((await server.get('/beer')).text).not.toContain(words)
    }
    const live = jsonRequest('PATCH', { _status: 'published' }, staff.publisher)
    expect((await servers[2]?.send(`/api/cms_content/${id}`, live))?.status).toBe(200)
    await waitUntilAllShow('/beer', words)
  })

  test('all show a changed name of the venue', async () => {
    for (const server of servers) await server.get('/privacy')
    const name = jsonRequest('POST', { brand_text: 'The Painted Door' }, staff.admin)
    expect((await servers[1]?.send('/api/globals/venue', name))?.status).toBe(200)
    await waitUntilAllShow('/privacy', 'The Painted Door')
  })

  test('do not show a draft without a valid session of staff', async () => {
    const draft = {
      page: 'hall',
      section: 'hero',
      content_key: 'lead',
      content_data: { text: 'Not for everyone yet.' },
    }
    const path = '/api/cms_content?draft=true'
    const made = await servers[0]?.send(
      path,
      jsonRequest('POST', { ...draft, _status: 'draft' }, staff.editor),
    )
    expect(made?.status).toBe(201)
    for (const server of servers) {
      for (const cookie of [
        '',
        'common-room-edit=edit',
        'payload-token=x; common-room-edit=edit',
      ]) {
        expect((await server.get('/hall', { cookie })).text).not.toContain('Not for everyone yet.')
      }
    }
  })

  const waitUntilAllShow = (path: string, words: string) =>
    Promise.all(
      servers.map((server) =>
        waitUntil(
          async () => (await server.get(path)).text,
          (text) => text.includes(words),
        ),
      ),
    )
})

describe('one process', () => {
  let server: Server
  beforeAll(async () => {
    server = await startServer({ DATABASE_URL: await makeDatabase('demo') })
  })
  afterAll(() => server?.stop())

  test('renders a page once for a hundred concurrent visitors', async () => {
    const before = await server.metric('page_cache_renders')
    const responses = await Promise.all(Array.from({ length: 100 }, () => server.get('/community')))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(responses.map(({ headers }) => headers.etag)).size).toBe(1)
    expect(await server.metric('page_cache_renders')).toBe(before + 1)
  })

  test.each(['common-room-session=x', 'payload-token=x', 'common-room-edit=edit'])(
    'adds no cache entry for a request with the cookie %s',
    async (cookie) => {
      const before = await server.metric('page_cache_entries')
      const path = '/hall'
      expect((await server.get(path, { cookie })).status).toBe(200)
      expect(await server.metric('page_cache_entries')).toBe(before)
    },
  )

  test('serves members from the cache, but not staff', async () => {
    const { editor } = await makeStaff(server)
    await server.get('/kitchens')
    const hits = () => server.metric('http_requests_total{route="cache",status="200"}')
    const before = await hits()
    await server.get('/kitchens', { cookie: 'common-room-session=x' })
    expect(await hits()).toBe(before + 1)
    await server.get('/kitchens', { cookie: 'common-room-edit=edit' })
    expect(await hits()).toBe(before + 2)
    await server.get('/kitchens', { cookie: `payload-token=${editor}; common-room-edit=edit` })
    await server.get('/kitchens', { cookie: `payload-token=${editor}` })
    expect(await hits()).toBe(before + 2)
  })

  test('sets no cookie with a page', async () => {
    for (const path of ['/', '/cafe', '/no-such-page', '/common-room']) {
      expect((await server.get(path)).headers).not.toHaveProperty('set-cookie')
    }
  })

  test('does not cache invented URLs', async () => {
    await server.get('/no-such-page-0')
    const before = await server.metric('page_cache_entries')
    for (let i = 1; i <= 50; i++) await server.get(`/no-such-page-${i}?x=${i}`)
    for (let i = 1; i <= 50; i++) await server.get(`/beer?style=${i}`)
    expect(await server.metric('page_cache_entries')).toBeLessThan(before + 20)
  })
})
