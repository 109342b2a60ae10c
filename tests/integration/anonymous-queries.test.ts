import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDatabase } from '../support/database.ts'
import { photograph, uploadRequest } from '../support/pictures.ts'
import { type Server, startServer } from '../support/server.ts'
import { jsonRequest, makeStaff, sessionHeaders } from '../support/staff.ts'

let server: Server
let staff: Awaited<ReturnType<typeof makeStaff>>

beforeAll(async () => {
  server = await startServer({ DATABASE_URL: await makeDatabase('demo') })
  staff = await makeStaff(server)
})
afterAll(() => server?.stop())

const as = (session: string) => sessionHeaders(session)
const many = (count: number, word: (at: number) => string, between: string) =>
  Array.from({ length: count }, (_, at) => word(at)).join(between)

describe('queries', () => {
  const sendQuery = (body: string, session = '', header = 'x-http-method-override') => {
    const type = { 'content-type': 'application/x-www-form-urlencoded', [header]: 'GET' }
    const headers = { ...type, ...(session && as(session)) }
    return server.send('/api/faq', { method: 'POST', headers, body })
  }
  const long = [
    ['fields to sort by', `sort=${many(150_000, () => 'id', ',')}`],
    ['words', `where[answer][like]=${many(150_000, () => 'a', '+')}`],
    ['values', `where[id][in]=${many(100_000, String, ',')}`],
  ]

  test.each(long)('with many %s are refused', async (_, body) => {
    for (const header of ['x-http-method-override', 'x-payload-http-method-override']) {
      const response = await sendQuery(body, '', header)
      expect(response.status).toBe(413)
      expect(response.json()).toMatchObject({ error: 'too_large', message: /16 KB/ })
    }
    expect((await sendQuery(body, staff.editor)).status).toBe(400)
    for (const line of server.output().split('\n')) expect(line.length).toBeLessThan(30_000)
  })

  test('of ordinary length are answered', async () => {
    const body = 'where[answer][like]=a&sort=-id,page'
    expect((await sendQuery(body)).status).toBe(200)
    expect((await sendQuery(`${body}&where[id][in]=${many(300, String, ',')}`)).status).toBe(200)
  })
})

describe('relations cannot be queried:', () => {
  test.each([
    '/api/cms_content?where[created_by.sessions.id][like]=7',
    '/api/cms_content?where[created_by__role][equals]=admin',
    '/api/cms_global_content?limit=0&where[created_by.sessions.id][like]=7',
    '/api/faq?where[and][0][created_by.email][like]=a',
    '/api/faq?sort=created_by.email',
  ])('%s', async (path) => {
    for (const headers of [{}, as(staff.editor)]) {
      expect((await server.get(path, headers)).status).toBe(400)
    }
  })

  test('the author of a text is not shown to strangers', async () => {
    const text = { page: 'cafe', section: 'hero', content_key: 'title' }
    const data = { content_type: 'text', content_data: { text: 'Ours' }, _status: 'published' }
    const made = jsonRequest('POST', { ...text, ...data }, staff.publisher)
    const { doc } = (await server.send('/api/cms_content', made)).json<{ doc: { id: number } }>()
    const read = async (headers = {}) =>
      (await server.get(`/api/cms_content/${doc.id}?depth=0`, headers)).json()
    expect(await read(as(staff.editor))).toHaveProperty('created_by')
    expect(await read()).not.toHaveProperty('created_by')
  })

  test('strangers cannot query versions', async () => {
    const path = '/api/faq/versions?where[version.created_by.sessions.id][like]=7'
    expect([400, 403]).toContain((await server.get(path)).status)
  })
})

test('a stranger can’t see which records have a draft', async () => {
  const question = { question: 'Liveword?', answer: 'Yes.', page: 'cafe', position: 90 }
  const published = jsonRequest('POST', { ...question, _status: 'published' }, staff.publisher)
  const { doc } = (await server.send('/api/faq', published)).json<{ doc: { id: number } }>()
  const draft = jsonRequest('PATCH', { question: 'Draftword?' }, staff.editor)
  expect((await server.send(`/api/faq/${doc.id}`, draft)).status).toBe(200)
  const found = async (path: string, headers = {}) => {
    const response = await server.get(`/api/faq${path}draft=true`, headers)
    return { ...response.json<{ totalDocs?: number; question?: string }>() }
  }
  const where = '?where[question][like]=Draftword&'
  expect((await found(where)).totalDocs).toBe(0)
  expect((await found(where, as(staff.editor))).totalDocs).toBe(1)
  expect((await found('?where[question][like]=Liveword&')).totalDocs).toBe(1)
  expect((await found(`/${doc.id}?`)).question).toBe('Liveword?')
})

test('strangers cannot find out which ids exist', async () => {
  const post = (path: string, session?: string) =>
    server.send(path, jsonRequest('POST', {}, session))
  for (const id of [1, 999_999]) {
    for (const path of [`/api/faq/access/${id}`, `/api/faq/ACCESS/${id}/`]) {
      expect((await post(path)).status, path).toBe(401)
    }
  }
  expect((await post('/api/globals/venue/access')).status).toBe(401)
  expect((await post('/api/faq/access/1', staff.editor)).status).toBe(200)
})

test('strangers cannot list collections and fields', async () => {
  for (const path of ['/api/access', '/api/ACCESS', '/api/access/']) {
    const response = await server.get(path)
    expect(response.status, path).toBe(401)
    expect(response.text).not.toContain('collections')
  }
  expect((await server.get('/api/access', as(staff.editor))).text).toContain('collections')
})

test.each(['/api/payload-kv/versions', '/api/payload-jobs/versions', '/api/payload-migrations'])(
  '%s is not found for strangers',
  async (path) => {
    const response = await server.get(path)
    expect(response.status).toBe(404)
    expect(response.json()).toMatchObject({ error: 'not_found' })
  },
)

test('an uploaded picture is listed for staff only; its files are public', async () => {
  const file = { name: 'secret.jpg', type: 'image/jpeg', bytes: await photograph(500, 400, 3) }
  const { doc } = (await server.send('/api/media', await uploadRequest(staff.editor, file))).json<{
    doc: { id: number; picture: { hash: string } }
  }>()
  for (const path of ['/api/media', `/api/media/${doc.id}`]) {
    expect((await server.get(path)).status).toBe(403)
    expect((await server.get(path, as(staff.editor))).status).toBe(200)
  }
  const venue = await server.get('/api/globals/venue?depth=2')
  expect(venue.status).toBe(200)
  expect(venue.text).not.toContain('filename')
  expect((await server.get(`/media/${doc.picture.hash}/480.avif`)).status).toBe(200)
  expect((await server.get('/cafe')).text).toMatch(/\/media\/[0-9a-f]{16}\/\d+\.avif/)
})

test('encoded paths do not match the cache entries of other pages', async () => {
  for (const path of ['/secretkitchens%20true', '/secretkitchens%20false', '/beer%3Fstyle=IPA']) {
    await server.get('/secretkitchens')
    await server.get('/beer?style=IPA')
    expect((await server.get(path)).status, path).toBe(404)
  }
})
