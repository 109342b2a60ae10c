import { createHash, createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ContentKey } from '../../cms/features/content/editing/contract.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { editorOf, lead } from '../support/editor-calls.ts'
import { type Server, secret, startServer } from '../support/server.ts'
import { jsonRequest, makeStaff, sessionHeaders } from '../support/staff.ts'
import { waitUntil } from '../support/wait-until.ts'

const collections = ['cms_content', 'cms_global_content', 'faq'] as const
type Collection = (typeof collections)[number]
const draftMarker = 'unspoken'

let server: Server
let url: string
let sessions: Awaited<ReturnType<typeof makeStaff>>
/** For each collection, a published record with a newer draft. `version` is the id of the draft's version. */
const records = {} as Record<Collection, { id: number; version: number }>

const bodies: Record<Collection, (text: string) => Record<string, unknown>> = {
  cms_content: (text) => ({ ...lead, content_data: { text } }),
  cms_global_content: (text) => ({
    content_key: 'brand.tagline',
    content_value: text,
    content_data: { text },
  }),
  faq: (text) => ({ page: 'cafe', question: `${text}?`, answer: text, position: 1 }),
}

const getAsStranger = (path: string, headers = {}) => server.get(path, headers)
const isRefused = (status: number) => [400, 401, 403, 404, 405, 413, 501].includes(status)

beforeAll(async () => {
  url = await makeDatabase('demo')
  server = await startServer({ DATABASE_URL: url })
  sessions = await makeStaff(server)
  for (const collection of collections) {
    const path = `/api/${collection}`
    const publishedBody = { ...bodies[collection]('Spoken'), _status: 'published' }
    const made = await server.send(path, jsonRequest('POST', publishedBody, sessions.publisher))
    const { id } = made.json<{ doc: { id: number } }>().doc
    const draft = jsonRequest('PATCH', bodies[collection](`${draftMarker} words`), sessions.editor)
    expect((await server.send(`${path}/${id}?draft=true`, draft)).status).toBe(200)
    const [version] = await onDatabase(url, (query) =>
      query<{ id: number }>(`select max(id) as id from _${collection}_v where parent_id = $1`, [
        id,
      ]),
    )
    records[collection] = { id, version: version?.id ?? 0 }
  }
  const neverPublished = { ...bodies.cms_content(`${draftMarker} at all`), content_key: 'title' }
  await server.send(
    '/api/cms_content?draft=true',
    jsonRequest('POST', neverPublished, sessions.editor),
  )
})
afterAll(() => server?.stop())

describe.each(collections)('a stranger reads no draft of %s', (collection) => {
  const pathsOf = (id: number, version: number) => [
    `/api/${collection}?limit=0`,
    `/api/${collection}?draft=true&limit=0`,
    `/api/${collection}?draft=true&depth=9&trash=true&limit=0&pagination=false`,
    `/api/${collection}?draft=true&where[_status][equals]=draft`,
    `/api/${collection}?draft=true&where[or][0][_status][equals]=draft&where[or][1][id][exists]=true`,
    `/api/${collection}?select[content_data]=true&select[version]=true&draft=true`,
    `/api/${collection}?joins[versions][limit]=9&populate[users][email]=true&depth=3`,
    `/api/${collection}/${id}`,
    `/api/${collection}/${id}?draft=true&depth=9`,
    `/api/${collection}/${id}?autosave=true&draft=true`,
    `/api/${collection}/versions`,
    `/api/${collection}/versions?depth=9&where[parent][equals]=${id}`,
    `/api/${collection}/versions/${version}`,
    `/api/${collection}/versions/count`,
    `/api/globals/${collection}`,
    `/api/globals/${collection}/versions`,
    `/api/_${collection}_v`,
    `/api/audit?limit=0`,
    `/api/audit?where[subject][like]=hero`,
    `/api/scheduled_changes`,
  ]

  test('with GET', async () => {
    const { id, version } = records[collection]
    for (const path of pathsOf(id, version)) {
      const { text, status } = await getAsStranger(path)
      expect(text, path).not.toContain(draftMarker)
      expect(text, path).not.toContain('@venue.example')
      if (path.includes('/versions') || path.includes('audit')) {
        expect(isRefused(status), `${path}: ${status}`).toBe(true)
      }
    }
  })

  test('with a method override', async () => {
    const { id, version } = records[collection]
    for (const name of ['x-payload-http-method-override', 'x-http-method-override']) {
      for (const method of ['GET', 'PATCH', 'DELETE']) {
        for (const path of [`/api/${collection}`, `/api/${collection}/versions/${version}`]) {
          for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
            const form = 'draft=true&limit=0&depth=9&where[id][exists]=true'
            const body = type.endsWith('json')
              ? JSON.stringify({ draft: true, where: { id: { exists: true } }, _method: method })
              : `${form}&_method=${method}`
            const headers = { [name]: method, 'content-type': type }
            const response = await server.send(path, { method: 'POST', headers, body })
            expect(response.text, `${name} ${method} ${path}`).not.toContain(draftMarker)
          }
        }
      }
    }
    expect((await getAsStranger(`/api/${collection}/${id}`)).status).toBe(200)
  })

  test('by counting', async () => {
    const count = async (query: string, path = '') => {
      const response = await getAsStranger(`/api/${collection}${path}?${query}`)
      return isRefused(response.status)
        ? 'refused'
        : response.json<{ totalDocs: number }>().totalDocs
    }
    const field = collection === 'faq' ? 'answer' : 'content_data.text'
    for (const path of ['', '/count']) {
      for (const draft of ['', 'draft=true&']) {
        for (const probe of [
          `${draft}where[${field}][like]=${draftMarker}`,
          `${draft}where[version.${field}][like]=${draftMarker}`,
          `${draft}where[_status][equals]=draft`,
          `${draft}where[version._status][equals]=draft`,
          `${draft}where[or][0][${field}][like]=${draftMarker}`,
          `${draft}where[and][0][or][0][_status][not_equals]=published`,
        ]) {
          expect([0, 'refused'], `${path} ${probe}`).toContain(await count(probe, path))
        }
      }
    }
  })

  test('by filtering on the author', async () => {
    if (collection === 'faq') return
    const search = async (query: string) => {
      const { status, text } = await getAsStranger(`/api/${collection}?limit=0&${query}`)
      return isRefused(status) ? 'refused' : text
    }
    for (const field of ['email', 'name', 'role', 'hash', 'salt', 'sessions.id', 'loginAttempts']) {
      for (const operator of ['like', 'equals', 'exists', 'not_equals']) {
        const path = `where[created_by.${field}][${operator}]`
        const [right, wrong] = [await search(`${path}=publisher`), await search(`${path}=nobody`)]
        expect(right, path).toBe(wrong)
      }
      const [up, down] = [
        await search(`sort=created_by.${field}`),
        await search(`sort=-created_by.${field}`),
      ]
      expect(up, `sort by ${field}`).toBe(down)
    }
  })
})

describe('a stranger', () => {
  test.each([
    ['GET', 'page/cafe'],
    ['GET', 'drafts'],
    ['GET', 'history?page=cafe'],
    ['POST', 'save'],
    ['POST', 'publish'],
    ['POST', 'unpublish'],
    ['POST', 'discard'],
    ['POST', 'restore'],
    ['POST', 'restore-page'],
    ['POST', 'suggest'],
    ['POST', 'presence'],
  ])('cannot %s %s without a login', async (method, path) => {
    const response =
      method === 'GET'
        ? await getAsStranger(`/api/editing/${path}`)
        : await server.send(`/api/editing/${path}`, jsonRequest(method, {}))
    expect(response.status).toBe(401)
    expect(response.json()).toEqual({
      error: 'unauthorized',
      message: 'You need to be logged in to edit content.',
    })
  })

  test('finds no GraphQL', async () => {
    for (const path of ['/api/graphql', '/api/graphql-playground', '/graphql']) {
      const query = jsonRequest('POST', { query: '{ __schema { types { name } } }' })
      for (const response of [await getAsStranger(path), await server.send(path, query)]) {
        expect(isRefused(response.status), `${path}: ${response.status}`).toBe(true)
      }
    }
  })

  test('sees only the public page, with any cookie or query', async () => {
    const cookies = ['common-room-edit=edit', 'common-room-edit=preview; payload-token=x']
    for (const cookie of ['', ...cookies]) {
      for (const path of ['/cafe', '/cafe?at=2100-01-01T00:00:00.000Z', '/cafe?draft=true']) {
        const { text, status } = await getAsStranger(path, cookie ? { cookie } : {})
        expect(status).toBe(200)
        expect(text).not.toContain(draftMarker)
        expect(text).not.toContain('data-editing')
      }
    }
  })
})

describe('instead of a valid staff cookie,', () => {
  const key = createHash('sha256').update(secret).digest('hex').slice(0, 32)
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  // A JWT like Payload's, with a valid signature, but without an existing session.
  const signed = (claims: Record<string, unknown>) => {
    const header = encoded({ alg: 'HS256', authVersion: 1, typ: 'JWT' })
    const body = encoded({ exp: 4e9, iat: 1, ...claims })
    const signature = createHmac('sha256', key).update(`${header}.${body}`).digest('base64url')
    return `${header}.${body}.${signature}`
  }

  test.each([
    ['a member’s cookie', () => ({ cookie: 'common-room-session=abc' })],
    [
      'a member’s token in the staff cookie',
      () => ({ cookie: `payload-token=${signed({ id: 1, collection: 'members' })}` }),
    ],
    [
      'a signed staff token without a session',
      () => ({ cookie: `payload-token=${signed({ id: 1, collection: 'users', role: 'admin' })}` }),
    ],
    [
      'a signed token with a made-up session',
      () => ({ authorization: `JWT ${signed({ id: 1, collection: 'users', sid: 'x' })}` }),
    ],
    ['a session in a header', () => ({ authorization: `JWT ${sessions.admin}` })],
    ['a session as bearer', () => ({ authorization: `Bearer ${sessions.admin}` })],
    ['an API key', () => ({ authorization: 'users API-Key 1' })],
  ])('%s gives no access to collections', async (_, headers) => {
    const sent = { ...headers(), 'sec-fetch-site': 'same-origin' } as Record<string, string>
    for (const path of [
      'users',
      'audit',
      'scheduled_changes',
      'redirects',
      'payload-preferences',
      'cms_content/versions',
      'editing/page/cafe',
    ]) {
      const { status } = await getAsStranger(`/api/${path}`, sent)
      expect(isRefused(status), `${path}: ${status}`).toBe(true)
    }
    expect((await getAsStranger('/api/users/me', sent)).json()).toMatchObject({ user: null })
    expect((await getAsStranger('/api/cms_content?draft=true', sent)).text).not.toContain(
      draftMarker,
    )
  })
})

describe('other spellings of a path give no access', () => {
  const spellings = (path: string) => [
    `/${path}`,
    `//${path.slice(1)}`,
    path.replaceAll('/', '//'),
    path.replaceAll('/', '%5C'),
    path.replace('/', '/%2e/'),
    `/x/..${path}`,
    `/cafe/%2e%2e${path}`,
    path.toUpperCase(),
    `${path}/`,
    `${path}.rsc`,
    `${path}.json`,
    `${path};x`,
    `${path}%00`,
    `${path}?_rsc=1`,
    `http://evil.example${path}`,
  ]
  const headers = [
    {},
    { 'x-middleware-subrequest': 'middleware:middleware:middleware:middleware:middleware' },
    { 'x-middleware-subrequest': 'src/middleware:src/middleware', rsc: '1' },
    { rsc: '1', 'next-router-prefetch': '1' },
    { 'x-forwarded-host': 'localhost', 'x-original-url': '/api/users', 'x-rewrite-url': '/cms' },
  ]

  test.each([
    '/api/users',
    '/api/cms_content/versions',
    '/api/editing/page/cafe',
    '/api/audit',
    '/cms/collections/users',
    '/cms/collections/cms_content',
  ])('%s', async (path) => {
    for (const spelled of spellings(path)) {
      for (const sent of headers) {
        const { text, status } = await getAsStranger(spelled, sent)
        const what = `${spelled} ${JSON.stringify(sent)}: ${status}`
        expect(text, what).not.toContain(draftMarker)
        expect(text, what).not.toContain('@venue.example')
        if (status === 200) expect(text, what).not.toMatch(/^\s*[{[]/)
      }
    }
  })
})

describe('an editor can’t change what is published', () => {
  const requests: [string, (id: number, version: number) => [string, string, unknown]][] = [
    ['with a status', (id) => ['PATCH', `/${id}`, { _status: 'published' }]],
    [
      'with a status and draft=true',
      (id) => ['PATCH', `/${id}?draft=true`, { _status: 'published' }],
    ],
    [
      'with a status and draft=false',
      (id) => ['PATCH', `/${id}?draft=false`, { _status: 'published' }],
    ],
    ['many at once', (id) => ['PATCH', `?where[id][equals]=${id}`, { _status: 'published' }]],
    ['all at once', () => ['PATCH', '?where[id][exists]=true', { _status: 'published' }]],
    ['with a field of the reply', (id) => ['PATCH', `/${id}`, { published: true }]],
    ['with autosave', (id) => ['PATCH', `/${id}?autosave=true`, { published: true }]],
    ['in every language', (id) => ['PATCH', `/${id}?publishAllLocales=true`, {}]],
    ['in one language', (id) => ['PATCH', `/${id}?publishSpecificLocale=en`, {}]],
    ['by unpublishing', (id) => ['PATCH', `/${id}?unpublishAllLocales=true`, {}]],
    ['by restoring', (_, version) => ['POST', `/versions/${version}`, {}]],
    ['by restoring a draft', (_, version) => ['POST', `/versions/${version}?draft=true`, {}]],
    [
      'with a text and draft=false',
      (id) => ['PATCH', `/${id}?draft=false`, { content_data: { text: 'Unseen' } }],
    ],
    [
      'many at once with a text and draft=false',
      (id) => [
        'PATCH',
        `?where[id][equals]=${id}&draft=false`,
        { content_data: { text: 'Unseen' } },
      ],
    ],
    ['with a text', (id) => ['PATCH', `/${id}`, { content_data: { text: 'Unseen' } }]],
    ['as a copy', (id) => ['POST', `/${id}/duplicate`, { _status: 'published' }]],
    ['by deleting', (id) => ['DELETE', `/${id}`, {}]],
  ]
  test.each(requests)('%s', async (_, requestOf) => {
    for (const collection of collections) {
      const { id, version } = records[collection]
      const [method, path, body] = requestOf(id, version)
      const rows = () =>
        onDatabase(url, (query) =>
          query(`select * from ${collection} where _status = 'published' order by id`),
        )
      const before = await rows()
      await server.send(`/api/${collection}${path}`, jsonRequest(method, body, sessions.editor))
      const override = { ...jsonRequest('POST', body, sessions.editor) }
      override.headers = { ...override.headers, 'x-payload-http-method-override': method }
      await server.send(`/api/${collection}${path}`, override)
      expect(await rows(), collection).toEqual(before)
    }
  })
})

test('an editor can’t restore an earlier version', async () => {
  const { version } = records.cms_content
  for (const query of ['', '?draft=true']) {
    const path = `/api/cms_content/versions/${version}${query}`
    expect((await server.send(path, jsonRequest('POST', {}, sessions.editor))).status).toBe(403)
  }
})

test('nobody can write to the audit trail', async () => {
  const [entry] = await onDatabase(url, (query) => query<{ id: number }>('select id from audit'))
  for (const session of [sessions.editor, sessions.publisher, sessions.admin]) {
    for (const [method, path] of [
      ['POST', ''],
      ['PATCH', `/${entry?.id}`],
      ['DELETE', `/${entry?.id}`],
      ['DELETE', '?where[id][exists]=true'],
    ] as const) {
      const response = await server.send(
        `/api/audit${path}`,
        jsonRequest(method, { subject: 'x' }, session),
      )
      expect(isRefused(response.status), `${method} ${path}: ${response.status}`).toBe(true)
    }
  }
  const changed = onDatabase(url, (query) => query(`update audit set subject = 'x'`))
  await expect(changed).rejects.toThrow('only added to')
})

describe('untrusted input', () => {
  const where: ContentKey = { ...lead, section: 'story', content_key: 'body' }
  let round = 0
  const publishText = async (text: string) => {
    const publisher = editorOf(server, sessions.publisher)
    const end = ` (round ${++round})`
    const { revision } = await publisher.write(where, text + end)
    expect((await publisher.publish({ ...where, revision })).status).toBe(200)
    const { live: shown } = await publisher.keyOf(where)
    const html = await waitUntil(
      async () => (await getAsStranger('/cafe')).text,
      (page) => page.includes(end),
    )
    return { kept: (shown as { text: string }).text.replace(end, ''), html }
  }

  test.each([
    '<script>document.title = "owned"</script>',
    '<img src=x onerror=alert(1)>',
    '"><svg onload=alert(1)>',
    '</span></p></main><h1>Mine</h1>',
    '{{constructor.constructor("alert(1)")()}}',
    '<!-- --><style>*{display:none}</style>',
  ])('is not rendered as markup: %s', async (text) => {
    const { kept, html } = await publishText(text)
    expect(kept).toBe(text)
    expect(html).not.toContain(text.includes('<') ? text : '<never>')
  })

  test('loses bidirectional and control characters', async () => {
    const { kept, html } = await publishText('safe\u202Egnp.exe\u0000\u0007 \u2067x\u2069 \ud800!')
    expect(kept).toBe('safegnp.exe x \ufffd!')
    for (const mark of ['\u202E', '\u2067', '\u0000', '\u0007']) expect(html).not.toContain(mark)
  })

  test('loses control characters in the collection API too, and invalid values are refused', async () => {
    const { id } = records.cms_content
    const patch = (content_data: unknown) =>
      server.send(
        `/api/cms_content/${id}?draft=true`,
        jsonRequest('PATCH', { content_data }, sessions.editor),
      )
    const cleaned = await patch({ text: 'a\u0000\u202Eb\r\nc' })
    expect(cleaned.json()).toMatchObject({ doc: { content_data: { text: 'ab\nc' } } })
    expect((await patch({ text: 'x'.repeat(10_001) })).status).toBe(413)
    for (const wrong of [
      { text: 1 },
      { html: '<b>' },
      { text: 'x', positioning: { marginTop: 3 } },
    ]) {
      expect((await patch(wrong)).status, JSON.stringify(wrong)).toBe(400)
    }
  })

  test('of 10 MB is refused, and the server keeps running', async () => {
    const body = JSON.stringify({ ...where, content_data: { text: 'x'.repeat(10 * 1024 * 1024) } })
    // With `Connection: close` the server would close the connection while the body is being sent.
    const type = { 'content-type': 'application/json', connection: 'keep-alive' }
    const session = sessionHeaders(sessions.editor)
    for (const headers of [
      { ...type, ...session },
      { ...type, ...session, 'transfer-encoding': 'chunked' },
      type,
    ]) {
      for (const path of ['/api/editing/save', '/api/cms_content']) {
        const { status } = await server.send(path, { method: 'POST', headers, body })
        expect([413, 401], `${path} ${JSON.stringify(headers)}`).toContain(status)
      }
    }
    expect((await getAsStranger('/cafe')).status).toBe(200)
  })

  test.each([
    ['invalid JSON', '{', 400],
    ['an empty body', '', 400],
    ['a list', '[]', 400],
    ['a __proto__ key', '{"__proto__":{"page":"cafe"}}', 400],
    ['null', 'null', 400],
  ])('is refused if it is %s', async (_, body, status) => {
    const headers = {
      'content-type': 'application/json',
      ...sessionHeaders(sessions.editor),
    }
    const response = await server.send('/api/editing/save', { method: 'POST', headers, body })
    expect(response.status).toBe(status)
    expect(response.json()).toMatchObject({
      error: expect.any(String),
      message: expect.any(String),
    })
  })
})
