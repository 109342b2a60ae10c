import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDatabase } from '../support/database.ts'
import { pages } from '../support/pages.ts'
import type { Reply } from '../support/request.ts'
import { type Server, startServer } from '../support/server.ts'

let server: Server
beforeAll(async () => {
  server = await startServer({ DATABASE_URL: await makeDatabase('demo') })
})
afterAll(() => server?.stop())

/** Opens a path, and follows up to three redirects. */
async function openPath(path: string): Promise<Reply> {
  let reply = await server.get(path)
  for (let redirect = 0; redirect < 3 && reply.headers.location; redirect++) {
    const to = new URL(reply.headers.location, server.url)
    reply = await server.get(to.pathname + to.search)
  }
  return reply
}

/** @returns a function that says whether a path is one of the first `count` of its kind, or has no kind */
function limit(count: number, kindOf: (path: string) => string | undefined) {
  const found: Record<string, number> = {}
  return (path: string): boolean => {
    const kind = kindOf(path)
    if (!kind) return true
    found[kind] = (found[kind] ?? 0) + 1
    return found[kind] <= count
  }
}

test('every internal link opens a page', { tags: 'extended' }, async () => {
  const checked = new Map<string, string>([['/', 'the start']])
  const broken: string[] = []
  // Dates and periods of the calendar link to one another without end. So the test follows links only on the first few
  // of these pages. If links differ only in a date, it opens only the first few of them.
  const isFollowed = limit(10, (path) => /^\/calendar[/?]/.exec(path)?.[0])
  const isOpened = limit(3, (path) => {
    const kind = path.replace(/\d{4}-\d\d(-\d\d)?/g, 'date')
    return kind === path ? undefined : kind
  })
  for (const [path, from] of checked) {
    const { status, headers, text } = await openPath(path)
    if (status !== 200) {
      broken.push(`${path} (${status}), linked from ${from}`)
      continue
    }
    if (!headers['content-type']?.includes('text/html') || path.startsWith('/cms')) continue
    if (!isFollowed(path)) continue
    for (const [, target = ''] of text.matchAll(/(?:href|src|action)="(\/(?!\/)[^"#]*)/g)) {
      const address = target.replaceAll('&amp;', '&')
      if (checked.has(address) || /^\/(api|cms)\//.test(address)) continue
      if (isOpened(address)) checked.set(address, path)
    }
    const ids = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    for (const [, id = ''] of text.matchAll(/href="#([^"]+)"/g)) {
      // `#top` is the top of the page if no element has this id (HTML, 7.4.6.4).
      if (id !== 'top' && !ids.has(id)) broken.push(`#${id}, on ${path}`)
    }
  }
  expect(checked.size).toBeGreaterThan(10)
  expect(broken).toEqual([])
})

// A submit button has the name of its form.
test('forms and buttons have names, which statistics show', async () => {
  const others = ['/subscribe', '/unsubscribe', '/common-room/sign-in', '/notifications']
  const nameless: string[] = []
  let count = 0
  for (const path of [...pages, ...others]) {
    const { text } = await server.get(path)
    for (const [tag] of text.matchAll(/<(?:form|summary|button[^>]* type="button")\b[^>]*>/g)) {
      count++
      if (!/ (?:name|id)="/.test(tag)) nameless.push(`${tag} on ${path}`)
    }
  }
  expect(count).toBeGreaterThan(pages.length)
  expect(nameless).toEqual([])
})

const indexed = [
  ['/', ['BarOrPub', 'Restaurant', 'CafeOrCoffeeShop']],
  ['/cafe', 'CafeOrCoffeeShop'],
  ['/cocktails', 'BarOrPub'],
  ['/beer', 'BarOrPub'],
  ['/kitchens', 'Restaurant'],
  ['/hall', 'EventVenue'],
  ['/community', 'EventVenue'],
  ['/common-room', 'LocalBusiness'],
  ['/letters', 'WebPage'],
  ['/book', 'WebPage'],
  ['/book/hall', 'WebPage'],
  ['/calendar', 'WebPage'],
  ['/common-good', 'WebPage'],
  ['/common-good/message', 'WebPage'],
  ['/privacy', 'WebPage'],
  ['/branding', 'WebPage'],
  ['/common-people-date-time', 'WebPage'],
] as const

// Titles and descriptions are compared as they are escaped in the page.
const titleOf = (html: string) => /<title>([^<]*)</.exec(html)?.[1]
const meta = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1] ?? ''
const linked = (html: string, rel: string) =>
  [...html.matchAll(new RegExp(`<link rel="${rel}" href="([^"]*)"`, 'g'))].map(
    ([, href]) => href ?? '',
  )
const dataOf = (html: string) =>
  JSON.parse(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '')

/** Width and height of a PNG. Source: PNG specification, IHDR. */
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]

test('every page has a title, a description, a canonical URL and an image of its own', async () => {
  const found = { titles: new Set(), descriptions: new Set(), images: new Set() }
  for (const [path, type] of indexed) {
    const { text: html } = await server.get(path)
    const [canonical = ''] = linked(html, 'canonical')
    expect(new URL(canonical).pathname).toBe(path)
    expect(meta(html, 'og:url')).toBe(canonical)
    const title = titleOf(html)
    const description = meta(html, 'description')
    expect(meta(html, 'og:title')).toBe(title)
    expect(meta(html, 'og:description')).toBe(description)
    expect(description.length).toBeGreaterThan(40)
    expect(meta(html, 'twitter:card')).toBe('summary_large_image')
    expect(meta(html, 'theme-color')).toMatch(/^#[0-9a-f]{6}$/)
    const image = meta(html, 'og:image')
    const { body: png } = await server.get(new URL(image).pathname)
    expect(sizeOf(png)).toEqual([1200, 630])
    expect(png.length).toBeLessThan(120_000)
    found.titles.add(title)
    found.descriptions.add(description)
    found.images.add(image)
    const data = dataOf(html)
    expect(data['@context']).toBe('https://schema.org')
    expect(data['@type']).toEqual(type)
    expect(data.url).toBe(canonical)
  }
  for (const set of Object.values(found)) expect(set.size).toBe(indexed.length)
})

test('a room’s structured data comes from the records that the page shows', async () => {
  const data = dataOf((await server.get('/cafe')).text)
  expect(data).toMatchObject({
    telephone: '0114 496 0184',
    address: { '@type': 'PostalAddress', postalCode: 'S3 8XX', addressCountry: 'GB' },
    geo: { '@type': 'GeoCoordinates' },
    hasMenu: expect.stringMatching(/\/cafe$/),
  })
  expect(data.openingHoursSpecification).toContainEqual({
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: expect.arrayContaining(['Monday']),
    opens: '07:00',
    closes: '18:00',
  })
  for (const special of data.specialOpeningHoursSpecification ?? []) {
    expect(special).toMatchObject({ validFrom: expect.any(String), opens: expect.any(String) })
  }
})

test('the sitemap lists the public pages and no others', async () => {
  const { text, headers } = await server.get('/sitemap.xml')
  expect(headers['content-type']).toContain('application/xml')
  const listed = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, url]) => new URL(url ?? '').pathname,
  )
  const isEvent = (path: string) => path.startsWith('/calendar/')
  const paths = indexed.map(([path]) => path as string)
  expect(listed.filter((path) => !isEvent(path)).sort()).toEqual(paths.toSorted())
  for (const path of [...paths, ...listed.filter(isEvent).slice(0, 3)]) {
    expect((await server.get(path)).status, path).toBe(200)
  }
  const offline = await server.get('/offline')
  expect(meta(offline.text, 'robots')).toContain('noindex')
})

test('robots.txt lists disallowed paths and the sitemap', async () => {
  const { text, headers } = await server.get('/robots.txt')
  expect(headers['content-type']).toContain('text/plain')
  for (const path of ['/api', '/cms', '/admin']) expect(text).toContain(`Disallow: ${path}\n`)
  expect(text).toMatch(/^Sitemap: https?:\/\/[^/]+\/sitemap\.xml$/m)
})

test('the manifest has the venue’s name and valid icons', async () => {
  const { text: html } = await server.get('/cafe')
  const manifest = await server.get(linked(html, 'manifest')[0] ?? '')
  expect(manifest.headers['content-type']).toContain('application/manifest+json')
  const { icons, ...named } = manifest.json<{
    icons: { src: string; sizes: string; purpose: string }[]
  }>()
  expect(named).toMatchObject({
    name: 'Common People',
    start_url: '/',
    scope: '/',
    display: 'standalone',
  })
  expect(icons.map(({ purpose }) => purpose)).toContain('maskable')
  for (const { src, sizes } of icons) {
    expect(sizeOf((await server.get(src)).body).join('x')).toBe(sizes)
  }
  const pageIcons = [...linked(html, 'icon'), ...linked(html, 'apple-touch-icon')]
  expect(pageIcons).toHaveLength(3)
  for (const path of pageIcons) {
    expect((await server.get(path)).headers['content-type']).toMatch(/^image\//)
  }
})
