import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDatabase } from '../support/database.ts'
import { type Server, startServer } from '../support/server.ts'
import { jsonRequest, makeStaff, sessionHeaders } from '../support/staff.ts'
import { waitUntil } from '../support/wait-until.ts'

let server: Server
const on = (host: string, path: string, headers: Record<string, string> = {}) =>
  server.get(path, { host, ...headers })

beforeAll(async () => {
  server = await startServer({
    DATABASE_URL: await makeDatabase('demo'),
    SITE_URL: 'https://venue.example',
    SECRET_KITCHENS_HOST: 'secret.example',
    PREVIEW_HOSTS: 'preview.example, draft.preview.example',
  })
})
afterAll(() => server?.stop())

describe('the secret kitchens', () => {
  test.each([
    ['secret.example', true],
    ['SECRET.example', true],
    ['secret.example:443', true],
    ['preview.example', true],
    ['localhost', false],
    ['localhost:3000', false],
    ['127.0.0.1', false],
    ['venue.example', false],
    ['evil.example', false],
    ['secret.example.evil.example', false],
    ['notsecret.example', false],
  ])('are shown on the host %s: %s', async (host, shown) => {
    const { status, text } = await on(host, '/secretkitchens')
    expect(status).toBe(shown ? 200 : 403)
    expect(text.includes('Access Restricted')).toBe(!shown)
    if (!shown) expect(text).toContain('secret.example/secretkitchens')
  })

  test('are not shown on other hosts after somebody opened them on their own host', async () => {
    await on('secret.example', '/secretkitchens')
    await on('preview.example', '/secretkitchens')
    expect((await on('venue.example', '/secretkitchens')).text).toContain('Access Restricted')
  })

  test.each(['/', '/cafe', '/no-such-page', '/secretkitchenadmin', '/cms'])(
    'are the target of the redirect from %s on their own host',
    async (path) => {
      const response = await on('secret.example', path)
      expect(response.status).toBe(302)
      expect(response.headers.location).toBe('/secretkitchens')
    },
  )

  // Source: spec section 2, global behaviours.
  test('have all paths below theirs on their own host: they are not redirected there', async () => {
    for (const path of ['/secretkitchens/menu', '/secretkitchens/a/b']) {
      expect((await on('secret.example', path)).status, path).toBe(404)
    }
    const slash = await on('secret.example', '/secretkitchens/')
    expect([slash.status, slash.headers.location]).toEqual([301, '/secretkitchens'])
    const other = await on('secret.example', '/secretkitchensmenu')
    expect([other.status, other.headers.location]).toEqual([302, '/secretkitchens'])
    expect((await on('venue.example', '/secretkitchens/menu')).status).toBe(404)
  })

  test('contain no link to a path on their own host, where all other paths redirect to them', async () => {
    const { text } = await on('secret.example', '/secretkitchens')
    const links = [...text.matchAll(/<a\b[^>]*\bhref="([^"]*)"/g)].map(([, to = '']) => to)
    expect(links).toContain('mailto:hello@commonpeople.example')
    expect(links).toContain('https://venue.example')
    expect(links.filter((to) => /^\/(?!secretkitchens([/?]|$))/.test(to))).toEqual([])
    expect((await on('venue.example', '/secretkitchens')).text).toContain('href="/cafe"')
  })

  test('are revealed neither by the API without a session nor by the main host', async () => {
    const { publisher } = await makeStaff(server)
    const words = 'Marrow under the arches'
    const text = { page: 'secretkitchens', _status: 'published' }
    const made = await Promise.all([
      server.send(
        '/api/cms_content',
        jsonRequest(
          'POST',
          {
            ...text,
            section: 'teaser',
            content_key: 'title',
            content_data: { text: words },
          },
          publisher,
        ),
      ),
      server.send(
        '/api/faq',
        jsonRequest('POST', { ...text, question: words, answer: words }, publisher),
      ),
    ])
    expect(
      made.map(({ status }) => status),
      made[0]?.text,
    ).toEqual([201, 201])
    await waitUntil(
      async () => (await on('secret.example', '/secretkitchens')).text,
      (html) => html.includes(words),
    )
    for (const [index, collection] of ['cms_content', 'faq'].entries()) {
      const { doc } = made[index]?.json<{ doc: { id: number } }>() ?? {}
      for (const host of ['venue.example', 'preview.example']) {
        const list = await on(host, `/api/${collection}?limit=0&depth=1`)
        expect(list.text).not.toContain(words)
        const where = `where[page][equals]=secretkitchens`
        expect((await on(host, `/api/${collection}?limit=0&${where}`)).json().totalDocs).toBe(0)
        expect((await on(host, `/api/${collection}/${doc?.id}`)).status).toBe(404)
      }
      for (const path of [`/api/${collection}`, `/secretkitchens/api/${collection}/${doc?.id}`]) {
        const { status, text: reply } = await on('secret.example', path)
        expect([302, 404], path).toContain(status)
        expect(reply).not.toContain(words)
      }
      const shown = await server.get(`/api/${collection}/${doc?.id}`, sessionHeaders(publisher))
      expect(shown.text).toContain(words)
    }
    const restricted = await on('venue.example', '/secretkitchens')
    expect(restricted.text).not.toContain('A supper club')
    for (const path of ['/secretkitchens', '/sitemap.xml', '/robots.txt', '/api/globals/venue']) {
      expect((await on('venue.example', path)).text, path).not.toContain(words)
    }
  })

  test('have their pictures and files on their host', async () => {
    const { text } = await on('secret.example', '/secretkitchens')
    const files = text.match(/\/(_astro|media)\/[\w./-]+/g) ?? []
    expect(files.length).toBeGreaterThan(0)
    for (const file of new Set(files)) {
      expect((await on('secret.example', file)).status, file).toBe(200)
    }
  })
})

describe('the www host', () => {
  test.each([
    ['/', 'https://venue.example/'],
    ['/cafe?a=b', 'https://venue.example/cafe?a=b'],
    ['/caf%C3%A9', 'https://venue.example/caf%C3%A9'],
    ['//evil.example', 'https://venue.example/evil.example'],
  ])('%s redirects to the host without www', async (path, to) => {
    const response = await on('www.venue.example', path)
    expect([301, 308]).toContain(response.status)
    expect(response.headers.location).toBe(to)
  })

  test('is not redirected in an installed app', async () => {
    const cookie = 'common-room-installed=1'
    const response = await on('www.venue.example', '/', { cookie })
    expect(response.status).toBe(200)
    const [file = '/'] = /\/_astro\/[\w.-]+/.exec(response.text) ?? []
    expect((await on('www.venue.example', file, { cookie })).status, file).toBe(200)
  })
})

describe('the server ignores', () => {
  test.each(['evil.example', 'venue.example.evil.example', 'a"b', ''])(
    'the Host header %j',
    async (host) => {
      for (const path of ['/', '/cafe', '/CAFE', '/no-such-page', '/cafe/', '/cms']) {
        const { headers, text } = await on(host, path)
        expect(`${JSON.stringify(headers)}${text}`).not.toContain('evil.example')
        if (path === '/')
          expect(text).toContain('<link rel="canonical" href="https://venue.example/"')
      }
    },
  )

  test('the X-Forwarded-Host header', async () => {
    const { text } = await on('venue.example', '/', { 'x-forwarded-host': 'evil.example' })
    expect(text).not.toContain('evil.example')
  })
})

test('a site on https sends HSTS', async () => {
  const { headers } = await on('venue.example', '/')
  expect(headers['strict-transport-security']).toMatch(/max-age=\d{8}; includeSubDomains/)
  expect(headers['content-security-policy']).toContain('upgrade-insecure-requests')
})
