import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publicPages } from '../../cms/features/pages.ts'
import { fallback } from '../../cms/features/texts.ts'
import { dateTimePaths } from '../../cms/features/venue/rules.ts'
import { makeDatabase } from '../support/database.ts'
import { compact, facts, names } from '../support/demo-facts.ts'
import { type Server, startServer } from '../support/server.ts'
import { jsonRequest, makeStaff, sessionHeaders } from '../support/staff.ts'
import { waitUntil } from '../support/wait-until.ts'

let server: Server
let staff: Awaited<ReturnType<typeof makeStaff>>
beforeAll(async () => {
  server = await startServer({ DATABASE_URL: await makeDatabase('empty'), DEMO: '0' })
  staff = await makeStaff(server)
})
afterAll(() => server?.stop())

const paths = [
  ...Object.keys(publicPages),
  dateTimePaths('Common Room').path,
  '/subscribe',
  '/unsubscribe',
  '/notifications',
  '/common-room/sign-in',
  '/no-such-page',
  '/manifest.webmanifest',
  '/calendar.ics',
]

test('the list of facts has those of every part of the demo venue', () => {
  expect(facts.length).toBeGreaterThan(500)
  expect(facts).toContain(compact('The cafe opened in September 2021 with nine chairs'))
})

test.each(paths)('%s of a venue without texts states no fact of the demo venue', async (path) => {
  const response = await server.get(path)
  expect([200, 404]).toContain(response.status)
  const page = compact(response.text)
  expect(facts.filter((fact) => page.includes(fact))).toEqual([])
  const words = response.text.replace(/<(script|style)\b.*?<\/\1>|<[^>]*>/gs, ' ')
  expect(words.match(names)).toBeNull()
  expect(response.text).not.toMatch(/\{(town|product|phone|email|address)\}/)
})

test.each(paths.filter((path) => !path.includes('.')))(
  '%s has a title and no empty heading',
  async (path) => {
    const { text } = await server.get(path)
    expect(text).toMatch(/<title>[^<]+<\/title>/)
    expect(text).not.toMatch(/<title>[^<]*(, |– )<\/title>/)
    const headings = [...text.matchAll(/<h[1-3]\b[^>]*>(.*?)<\/h[1-3]>/gs)].map(
      ([, inner = '']) => inner,
    )
    expect(headings.filter((inner) => !compact(inner))).toEqual([])
  },
)

test('one call fills a block with drafts, which visitors see once they are published', async () => {
  const request = { page: 'cafe', section: 'story' }
  const suggest = () =>
    server.send('/api/editing/suggest', jsonRequest('POST', request, staff.editor))
  expect((await server.send('/api/editing/suggest', jsonRequest('POST', request, ''))).status).toBe(
    401,
  )
  const { count } = (await suggest()).json<{ count: number }>()
  expect(count).toBe(Object.keys(fallback.cafe.story).length)
  expect((await suggest()).json()).toEqual({ count: 0 })
  expect((await server.get('/cafe')).text).not.toContain('Say here what the room is like')

  const { keys: stored } = (
    await server.get('/api/editing/page/cafe', sessionHeaders(staff.publisher))
  ).json<{ keys: { section: string; content_key: string; page: string; revision: number }[] }>()
  const items = stored
    .filter(({ page, section }) => page === 'cafe' && section === 'story')
    .map(({ page, section, content_key, revision }) => ({ page, section, content_key, revision }))
  const published = await server.send(
    '/api/editing/publish',
    jsonRequest('POST', { items }, staff.publisher),
  )
  expect(published.json()).toEqual({ count })
  await waitUntil(
    async () => (await server.get('/cafe')).text,
    (text) => text.includes('Say here what the room is like'),
  )
})

test('a text that a venue wrote shows its block with the title that fits every venue', async () => {
  const draft = {
    page: 'hall',
    section: 'access',
    content_key: 'body',
    content_type: 'text',
    content_data: { text: 'Level from the car park.' },
    revision: null,
  }
  const saved = await server.send('/api/editing/save', jsonRequest('POST', draft, staff.editor))
  const { page, section, content_key, revision } = saved.json<typeof draft>()
  const items = [{ page, section, content_key, revision }]
  await server.send('/api/editing/publish', jsonRequest('POST', { items }, staff.publisher))
  const text = await waitUntil(
    async () => (await server.get('/hall')).text,
    (html) => html.includes('Level from the car park.'),
  )
  expect(text).toMatch(/<h2[^>]*id="access"[^>]*>Access<\/h2>/)
  expect(text).not.toContain('id="prices"')
})

test('share images show the venue’s name, and get another path when it changes', async () => {
  const imageOf = async (path: string) => {
    const { text } = await server.get(path)
    return new URL(/property="og:image" content="([^"]+)"/.exec(text)?.[1] ?? '').pathname
  }
  const before = await imageOf('/hall')
  expect(before).toMatch(/^\/share\/venue\/hall-[0-9a-f]{8}$/)
  expect(await imageOf('/offline')).toMatch(/^\/share\/venue\/home-/)
  const image = await server.get(before)
  expect(image.status).toBe(200)
  expect(await sharp(image.body).metadata()).toMatchObject({
    format: 'png',
    width: 1200,
    height: 630,
  })
  const change = { product_name: 'Przystań', time_zone: 'Europe/Warsaw', currency: 'PLN' }
  const saved = await server.send('/api/globals/venue', jsonRequest('POST', change, staff.admin))
  expect(saved.status).toBe(200)
  await waitUntil(
    () => imageOf('/hall'),
    (path) => path !== before,
  )
  const renamed = await server.get(await imageOf('/hall'))
  expect(renamed.body.equals(image.body)).toBe(false)
  expect((await server.get('/share/venue/nowhere-00000000')).status).toBe(404)
  // The demo venue’s texts do not come back with a name.
  expect((await server.get('/hall')).text).not.toContain('sprung')
})
