import { readdirSync } from 'node:fs'
import http from 'node:http'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publicPages } from '../../cms/features/pages.ts'
import { makeDatabase } from '../support/database.ts'
import { exchange, type RequestOptions, request } from '../support/request.ts'
import { type Server, startServer } from '../support/server.ts'
import { waitUntil } from '../support/wait-until.ts'

let server: Server
/** URL paths in the home page: of a picture, and of a file with a content hash in its name. */
let picture = ''
let hashedFile = ''
/** URL paths of the admin's files: a script, and a style sheet that no other test requests. */
let adminScript = ''
let adminSheet = ''

beforeAll(async () => {
  server = await startServer({ DATABASE_URL: await makeDatabase('demo') })
  const built = readdirSync('cms/platform/admin/.next/static', {
    recursive: true,
    encoding: 'utf8',
  })
  const adminFile = (ending: string) =>
    `/_next/static/${built.find((file) => file.startsWith('chunks/') && file.endsWith(ending))}`
  adminScript = adminFile('.js')
  adminSheet = adminFile('.css')
  const { text } = await server.get('/')
  picture = /\/media\/[0-9a-f]{16}\/\d+\.avif/.exec(text)?.[0] ?? ''
  hashedFile = /\/_astro\/[\w.-]+\.js/.exec(text)?.[0] ?? ''
})
afterAll(() => server?.stop())

test('the home page shows a picture and loads a hashed file', () => {
  expect(picture).not.toBe('')
  expect(hashedFile).not.toBe('')
})

test('other sites may embed pictures of mails and link previews, and nothing else', async () => {
  const policy = async (path: string) =>
    (await server.get(path)).headers['cross-origin-resource-policy']
  for (const path of [picture, '/share/home.png', '/brand/mark-ink.svg']) {
    expect(await policy(path), path).toBe('cross-origin')
  }
  for (const path of ['/', hashedFile, '/api/menus', '/no-such-page', '/healthz']) {
    expect(await policy(path), path).toBe('same-origin')
  }
})

describe('every kind of response has security headers:', () => {
  const post = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' }
  test.each([
    ['a page', 200, () => server.get('/cafe')],
    ['a page from memory', 200, () => server.get('/')],
    ['a file', 200, () => server.get(hashedFile)],
    ['a picture', 200, () => server.get(picture)],
    ['a file of the admin', 200, () => server.get(adminSheet)],
    ['a file of the admin from memory', 200, () => server.get(adminSheet)],
    ['a missing file of the admin', 404, () => server.get('/_next/static/x.js')],
    ['a missing picture', 404, () => server.get('/media/0000000000000000/1.avif')],
    [
      'a reply of the API',
      200,
      () => server.send('/api/get-common-good-totals', { method: 'POST' }),
    ],
    ['a missing call', 404, () => server.get('/api/nothing-here')],
    ['a missing page', 404, () => server.get('/no-such-page')],
    ['a redirect', 301, () => server.get('/CAFE')],
    ['a redirect from the admin, which has no accounts yet', 302, () => server.get('/cms')],
    ['a wrong method', 405, () => server.send('/cafe', post)],
    ['a malformed URL', 400, () => server.get('/%E0%A4%A')],
    ['the health check', 200, () => server.get('/healthz')],
    [
      'an unchanged page',
      304,
      async () => {
        const etag = String((await server.get('/')).headers.etag)
        return server.get('/', { 'if-none-match': etag })
      },
    ],
  ])('%s', async (_, status, send) => {
    const response = await send()
    expect(response.status).toBe(status)
    expect(response.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': expect.stringMatching(/^(same|cross)-origin$/),
      'permissions-policy': expect.stringContaining('camera=()'),
      'x-request-id': expect.any(String),
    })
    expect(response.headers).not.toHaveProperty('x-powered-by')
  })

  test.each(Object.keys(publicPages))('%s may run only scripts of the site', async (path) => {
    const { headers } = await server.get(path)
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy).toContain("object-src 'none'")
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
    expect(policy).not.toMatch(/style-src-elem[^;]*unsafe/)
  })

  test.each(Object.keys(publicPages))(
    '%s has small headers, and inline style sheets only if it is opened directly',
    async (path) => {
      const opened = await server.get(path)
      const head = Object.entries(opened.headers).map(([name, value]) => `${name}: ${value}\r\n`)
      expect(head.join('').length).toBeLessThan(1200)
      const followed = await server.get(path, { 'x-client-navigation': '1' })
      const sheets = (body: string) => [
        (body.match(/<style/g) ?? []).length,
        (body.match(/rel="stylesheet"/g) ?? []).length,
      ]
      expect(sheets(opened.text)).toEqual([expect.any(Number), 0])
      expect(sheets(followed.text)).toEqual([0, expect.any(Number)])
      expect(followed.headers.vary).toBe('accept-encoding, x-client-navigation')
      // On phones preloaded fonts would delay the first paint.
      const preloads = opened.text.match(/<link rel="preload"[^>]*as="font"[^>]*>/g) ?? []
      expect(preloads).toHaveLength(2)
      for (const each of preloads) expect(each).toContain('media="(min-width: 48rem)"')
      expect(brotliCompressSync(opened.text).length).toBeLessThan(20 * 1024)
      expect(brotliCompressSync(followed.text).length).toBeLessThan(15 * 1024)
    },
  )

  const end = 'Host: localhost\r\nConnection: close\r\n\r\n'
  test.each([
    ['bytes that are not HTTP', 400, 'HELLO\r\n\r\n'],
    ['a request without Host', 400, 'GET / HTTP/1.1\r\n\r\n'],
    ['a header that is too large', 431, `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n${end}`],
    ['a URL that is too long', 431, `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${end}`],
    [
      'two lengths of one body',
      400,
      `POST / HTTP/1.1\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n${end}0\r\n\r\n`,
    ],
    ['an unknown Expect header', 200, `GET / HTTP/1.1\r\nExpect: the-impossible\r\n${end}`],
    [
      'a protocol upgrade',
      200,
      'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n',
    ],
    ['TRACE', 405, `TRACE /api/users HTTP/1.1\r\n${end}`],
    [
      'a name and a password in the target',
      200,
      `GET http://a:b@evil.example/api/taps HTTP/1.1\r\n${end}`,
    ],
  ])('the answer to %s', async (_, status, bytes) => {
    const [head = ''] = (await exchange(server.port, bytes)).split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    for (const name of [
      'x-content-type-options',
      'content-security-policy',
      'permissions-policy',
    ]) {
      expect(head.toLowerCase()).toContain(`\r\n${name}: `)
    }
  })

  test('the content security policy of API replies allows no resources', async () => {
    const { headers } = await server.get('/api/nothing-here')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
  })
})

describe('content codings', () => {
  const decoders = {
    br: brotliDecompressSync,
    gzip: gunzipSync,
    identity: (body: Buffer) => body,
  }
  const paths = ['/', '/cafe', () => hashedFile, () => adminScript] as const
  test.each(paths)('%s has the same text in every coding, each with its own ETag', async (of) => {
    const path = typeof of === 'string' ? of : of()
    const plain = await server.get(path)
    const etags = new Set<string>()
    for (const [coding, decode] of Object.entries(decoders)) {
      const response = await server.get(path, { 'accept-encoding': coding })
      expect(response.headers['content-encoding']).toBe(coding === 'identity' ? undefined : coding)
      expect(response.headers['content-length']).toBe(String(response.body.length))
      expect(response.headers.vary?.toLowerCase()).toContain('accept-encoding')
      expect(decode(response.body).equals(plain.body)).toBe(true)
      expect(response.headers.etag).toMatch(/^"[^"]+"$/)
      etags.add(String(response.headers.etag))
    }
    expect(etags.size).toBe(3)
  })

  test.each([...paths, () => picture])('%s answers 304 to its own ETag only', async (of) => {
    const path = typeof of === 'string' ? of : of()
    const headers = { 'accept-encoding': 'br' }
    const { etag } = (await server.get(path, headers)).headers
    const same = await server.get(path, { ...headers, 'if-none-match': `"other", ${etag}` })
    expect(same.status).toBe(304)
    expect(same.body.length).toBe(0)
    expect(same.headers.etag).toBe(etag)
    const other = await server.get(path, { ...headers, 'if-none-match': '"other"' })
    expect(other.status).toBe(200)
  })

  test('a page that is requested often is compressed better, and its earlier ETag stays valid', async () => {
    const headers = { 'accept-encoding': 'br' }
    const first = await server.get('/kitchens', headers)
    const smaller = await waitUntil(
      () => server.get('/kitchens', headers),
      ({ headers }) => headers.etag !== first.headers.etag,
    )
    expect(smaller.body.length).toBeLessThan(first.body.length)
    expect(brotliDecompressSync(smaller.body)).toEqual(brotliDecompressSync(first.body))
    for (const { etag } of [first.headers, smaller.headers]) {
      const copy = await server.get('/kitchens', { ...headers, 'if-none-match': String(etag) })
      expect([copy.status, copy.headers.etag]).toEqual([304, etag])
    }
  })

  test('an ETag of one coding does not match another coding', async () => {
    const { etag } = (await server.get('/', { 'accept-encoding': 'br' })).headers
    const plain = await server.get('/', { 'if-none-match': String(etag) })
    expect(plain.status).toBe(200)
  })

  test.each([
    '/',
    '/no-such-page',
    '/healthz',
    '/api/nothing-here',
    '/api/faq?limit=1',
    '/api/push/key',
    '/CAFE',
    () => adminScript,
  ])('the reply to HEAD %s is the reply to GET without the body', async (of) => {
    const path = typeof of === 'string' ? of : of()
    const get = await server.get(path)
    const head = await server.send(path, { method: 'HEAD' })
    expect(head.status).toBe(get.status)
    expect(head.body.length).toBe(0)
    expect(head.headers['content-type']).toBe(get.headers['content-type'])
  })
})

describe('browser caching', () => {
  test('files and pictures with a hash in their URL are cached for a year', async () => {
    for (const path of [hashedFile, picture, adminScript]) {
      const { headers } = await server.get(path)
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    }
  })

  test('pages are revalidated each time', async () => {
    const { headers } = await server.get('/')
    expect(headers['cache-control']).toContain('max-age=0')
    expect(headers['cache-control']).toContain('must-revalidate')
  })

  test('API responses are not cached', async () => {
    const { headers } = await server.send('/api/get-common-good-totals', { method: 'POST' })
    expect(headers['cache-control']).toContain('no-store')
  })
})

describe('URLs', () => {
  test.each([
    ['/CAFE', '/cafe'],
    ['/Beer?style=IPA', '/beer?style=IPA'],
    ['/Common-Room/Main', '/common-room/main'],
    ['/Manage-Event/AbC', '/manage-event/AbC'],
    ['/cafe/', '/cafe'],
    ['/common-people-datetime', '/common-people-date-time'],
    ['/commonpeople-date-time', '/common-people-date-time'],
    ['/commonpeople-datetime', '/common-people-date-time'],
  ])('%s redirects permanently to %s', async (from, to) => {
    const response = await server.get(from)
    expect(response.status).toBe(301)
    expect(response.headers.location).toBe(to)
  })

  test.each([
    '//evil.example/cafe/',
    '/%2Fevil.example/',
    '/%5Cevil.example/',
    '/%5C%5Cevil.example/',
    '/%2F%2FEVIL.example/',
    '/\\evil.example/',
    '/cafe%0d%0aset-cookie:a=b/',
    '/CAFE/%E2%82%AC',
  ])('%s is not redirected to another site', async (path) => {
    const { status, headers } = await server.get(path)
    expect(status).toBeLessThan(500)
    expect(headers).not.toHaveProperty('set-cookie')
    const target = new URL(headers.location ?? '/', server.url)
    expect(target.origin).toBe(server.url)
  })

  test('a missing page is a 404 in the site’s layout', async () => {
    const response = await server.get('/coctails')
    expect(response.status).toBe(404)
    expect(response.headers['content-type']).toContain('text/html')
    expect(response.text).toContain('href="/cocktails"')
  })

  test('unknown query parameters do not change the page', async () => {
    const page = await server.get('/cafe')
    const tagged = await server.get('/cafe?utm_source=letter')
    expect(tagged.headers.etag).toBe(page.headers.etag)
  })
})

describe('refused requests', () => {
  test.each(['/%', '/%E0%A4%A', '/cafe%FF'])('%s: malformed', async (path) => {
    const response = await server.get(path)
    expect(response.status).toBe(400)
    expect(response.json()).toEqual({ error: 'bad_request', message: expect.any(String) })
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s on a page', async (method) => {
    const response = await server.send('/cafe', { method })
    expect(response.status).toBe(405)
    expect(response.headers.allow).toBe('GET, HEAD')
    expect(response.json()).toEqual({ error: 'method_not_allowed', message: expect.any(String) })
  })

  test.each([
    ['/api/subscribe-newsletter', 'GET', 'POST'],
    ['/api/push/key', 'POST', 'GET, HEAD'],
    ['/api/push/key/', 'POST', 'GET, HEAD'],
    ['/api/users/login', 'GET', 'POST'],
    ['/api/users/login/', 'DELETE', 'POST'],
    ['/api/users/me', 'POST', 'GET, HEAD'],
    ['/api/menus', 'PUT', 'POST, DELETE, GET, HEAD, PATCH'],
    ['/healthz', 'POST', 'GET, HEAD'],
  ])('%s allows no %s', async (path, method, allowed) => {
    const response = await server.send(path, { method })
    expect([response.status, response.headers.allow]).toEqual([405, allowed])
    expect(response.json()).toEqual({ error: 'method_not_allowed', message: expect.any(String) })
  })

  test('are the same if the API path has a slash at the end', async () => {
    expect((await server.get('/api/push/key/')).status).toBe(200)
    const direct = await server.get('/api/analytics/collect/')
    expect([direct.status, direct.headers.allow]).toEqual([405, 'POST'])
  })

  test('POST on a file of the admin', async () => {
    const response = await server.send(adminScript, { method: 'POST' })
    expect(response.status).toBe(405)
    expect(response.headers.allow).toBe('GET, HEAD')
  })

  const types = [
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain',
  ]
  const senders: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost.evil.example' },
    { origin: 'http://localhost:1' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ]
  const paths = ['/api/users/login', '/api/get-common-good-totals', '/api/first-admin', '/cms']
  for (const sender of senders) {
    test(`a change sent by another site (${JSON.stringify(sender)})`, async () => {
      for (const path of paths) {
        for (const type of types) {
          const headers = { ...sender, 'content-type': type }
          const response = await server.send(path, { method: 'POST', headers, body: '{}' })
          expect(response.status, `${path} as ${type}`).toBe(403)
          expect(response.json()).toEqual({ error: 'cross_site', message: expect.any(String) })
        }
      }
    })
  }

  test('do not include a change sent by the site itself', async () => {
    const headers = { origin: server.url, 'sec-fetch-site': 'same-origin' }
    const response = await server.send('/api/get-common-good-totals', { method: 'POST', headers })
    expect(response.status).toBe(200)
    expect(response.json()).toEqual({ combined_total_cents: expect.any(Number) })
  })

  test('a body with a Content-Length over the limit', async () => {
    const headers = { 'content-type': 'application/json', 'content-length': '2000000' }
    const response = await server.send('/api/users/login', { method: 'POST', headers, body: '{' })
    expect(response.status).toBe(413)
    expect(response.json()).toMatchObject({ error: 'too_large', message: expect.any(String) })
  })

  test('a large picture that is sent without a session, before its body is read', async () => {
    const type = 'multipart/form-data; boundary=x'
    for (const authorization of ['', 'JWT made-up']) {
      const headers = { authorization, 'content-type': type, 'content-length': '2000000' }
      const response = await server.send('/api/media', { method: 'POST', headers, body: '--x' })
      expect(response.status).toBe(413)
    }
  })

  test('a chunked body over the limit', async () => {
    const body = JSON.stringify({ email: 'x'.repeat(1_500_000), password: 'x' })
    const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
    const response = await server.send('/api/users/login', { method: 'POST', headers, body })
    expect(response.status).toBe(413)
    expect(response.json()).toMatchObject({ error: 'too_large', message: expect.any(String) })
  })

  test('a body that nobody reads, and the next request on its connection is answered', async () => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    const { port } = new URL(server.url)
    const send = (path: string, options: RequestOptions) =>
      request(Number(port), path, { timeoutMs: 10_000, ...options }, agent)
    for (const path of ['/api/payments/stripe', '/api/payments/stripe?again']) {
      const body = 'x'.repeat(1_000_000)
      const refused = await send(path, { method: 'POST', body })
      expect(refused.status).toBe(404)
      expect(refused.json()).toMatchObject({ error: 'no_card_payments' })
      expect((await send('/healthz', {})).status).toBe(200)
    }
    agent.destroy()
  })

  test('a body that is not JSON', async () => {
    const headers = { 'content-type': 'application/json' }
    const response = await server.send('/api/users/login', {
      method: 'POST',
      headers,
      body: '{"email"',
    })
    expect(response.status).toBe(400)
    expect(response.json()).toMatchObject({
      error: expect.any(String),
      message: expect.any(String),
    })
  })

  test.each(['/api/nothing-here', '/api/users', '/api/media/999999', '/api/menus/999999'])(
    '%s has the common error shape',
    async (path) => {
      const response = await server.get(path)
      expect(response.status).toBeGreaterThanOrEqual(400)
      expect(response.json()).toMatchObject({
        error: expect.any(String),
        message: expect.any(String),
      })
    },
  )

  test('a wrong password has the common error shape', async () => {
    const headers = { 'content-type': 'application/json' }
    const body = '{"email":"nobody@venue.example","password":"wrong"}'
    const response = await server.send('/api/users/login', { method: 'POST', headers, body })
    expect(response.status).toBe(401)
    expect(response.json()).toMatchObject({
      error: expect.any(String),
      message: expect.any(String),
    })
  })
})

describe('operations', () => {
  test('the health and readiness checks are answered with 200', async () => {
    expect((await server.get('/healthz')).status).toBe(200)
    expect((await server.get('/readyz')).status).toBe(200)
  })

  test('metrics are on their own port only', async () => {
    const metrics = await request(server.metricsPort, '/metrics')
    expect(metrics.text).toContain('http_requests_total{')
    expect((await server.get('/metrics')).status).toBe(404)
    expect((await request(server.metricsPort, '/')).status).toBe(404)
  })

  test('the log contains no secrets', async () => {
    await server.get('/cafe?token=hunter2', { cookie: 'payload-token=hunter3' })
    expect(server.output()).not.toMatch(/hunter[23]/)
  })
})
