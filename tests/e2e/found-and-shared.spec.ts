import type { Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'
import { skipIntro, waitUntilLoaded } from '../support/transition-overlay.ts'

const pages = [
  ['/', ['BarOrPub', 'Restaurant', 'CafeOrCoffeeShop']],
  ['/cafe', 'CafeOrCoffeeShop'],
  ['/cocktails', 'BarOrPub'],
  ['/beer', 'BarOrPub'],
  ['/kitchens', 'Restaurant'],
  ['/hall', 'EventVenue'],
  ['/community', 'EventVenue'],
  ['/common-room', 'LocalBusiness'],
  ['/letters', 'WebPage'],
  ['/calendar', 'WebPage'],
  ['/common-good', 'WebPage'],
  ['/common-good/message', 'WebPage'],
  ['/privacy', 'WebPage'],
  ['/branding', 'WebPage'],
  ['/common-people-date-time', 'WebPage'],
] as const

const meta = (page: Page, name: string) =>
  page.locator(`meta[name="${name}"], meta[property="${name}"]`).getAttribute('content')
const allDataOf = async (page: Page) =>
  (await page.locator('script[type="application/ld+json"]').allTextContents()).map((text) =>
    JSON.parse(text),
  )
const dataOf = async (page: Page) => (await allDataOf(page))[0]

/** Width and height of a PNG. Source: PNG specification, IHDR. */
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]

test.beforeEach(({ page }) => skipIntro(page))

test('every page has a title, a description, an address and an image of its own', async ({
  page,
  request,
}) => {
  const found = { titles: new Set(), descriptions: new Set(), images: new Set() }
  for (const [path, type] of pages) {
    await page.goto(path)
    const canonical = await page.locator('link[rel=canonical]').getAttribute('href')
    expect(new URL(canonical ?? '').pathname).toBe(path)
    expect(await meta(page, 'og:url')).toBe(canonical)
    const title = await page.title()
    const description = await meta(page, 'description')
    expect(await meta(page, 'og:title')).toBe(title)
    expect(await meta(page, 'og:description')).toBe(description)
    expect(description?.length).toBeGreaterThan(40)
    expect(await meta(page, 'twitter:card')).toBe('summary_large_image')
    expect(await meta(page, 'theme-color')).toMatch(/^#[0-9a-f]{6}$/)
    const image = (await meta(page, 'og:image')) ?? ''
    const png = await (await request.get(new URL(image).pathname)).body()
    expect(sizeOf(png)).toEqual([1200, 630])
    expect(png.length).toBeLessThan(120_000)
    found.titles.add(title)
    found.descriptions.add(description)
    found.images.add(image)
    const data = await dataOf(page)
    expect(data['@context']).toBe('https://schema.org')
    expect(data['@type']).toEqual(type)
    expect(data.url).toBe(canonical)
  }
  for (const set of Object.values(found)) expect(set.size).toBe(pages.length)
})

test('a room’s structured data comes from the records that the page shows', async ({ page }) => {
  await page.goto('/cafe')
  const data = await dataOf(page)
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

test('the sitemap lists the public pages and no others', async ({ page, request }) => {
  const response = await request.get('/sitemap.xml')
  expect(response.headers()['content-type']).toContain('application/xml')
  const xml = await response.text()
  const listed = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, url]) => new URL(url ?? '').pathname,
  )
  const isEvent = (path: string) => path.startsWith('/calendar/')
  expect(listed.filter((path) => !isEvent(path)).sort()).toEqual(
    pages.map(([path]) => path as string).sort(),
  )
  for (const path of [...pages.map(([each]) => each), ...listed.filter(isEvent).slice(0, 3)]) {
    const answer = await request.get(path, { maxRedirects: 0 })
    expect(answer.status(), path).toBe(200)
  }
  expect(await page.goto('/offline')).toBeTruthy()
  expect(await meta(page, 'robots')).toContain('noindex')
})

test('robots.txt lists disallowed paths and the sitemap', async ({ request }) => {
  const response = await request.get('/robots.txt')
  expect(response.headers()['content-type']).toContain('text/plain')
  const text = await response.text()
  for (const path of ['/api', '/cms', '/admin']) expect(text).toContain(`Disallow: ${path}\n`)
  expect(text).toMatch(/^Sitemap: https?:\/\/[^/]+\/sitemap\.xml$/m)
})

test('the manifest has the venue’s name and valid icons', async ({ page, request }) => {
  await page.goto('/cafe')
  const address = await page.locator('link[rel=manifest]').getAttribute('href')
  const response = await request.get(address ?? '')
  expect(response.headers()['content-type']).toContain('application/manifest+json')
  const manifest = await response.json()
  expect(manifest).toMatchObject({
    name: 'Common People',
    start_url: '/',
    scope: '/',
    display: 'standalone',
  })
  expect(manifest.icons.map(({ purpose }: { purpose: string }) => purpose)).toContain('maskable')
  for (const { src, sizes } of manifest.icons) {
    const icon = await (await request.get(src)).body()
    expect(sizeOf(icon).join('x')).toBe(sizes)
  }
  for (const rel of ['icon', 'apple-touch-icon']) {
    for (const link of await page.locator(`link[rel=${rel}]`).all()) {
      const icon = await request.get((await link.getAttribute('href')) ?? '')
      expect(icon.headers()['content-type']).toMatch(/^image\//)
    }
  }
})

test.describe('the installed app', () => {
  const standalone = (page: Page) =>
    page.addInitScript(() => {
      const matchMedia = window.matchMedia.bind(window)
      window.matchMedia = (query) =>
        matchMedia(query.includes('display-mode: standalone') ? 'all' : query)
    })
  const flag = (page: Page) =>
    page.evaluate(() => document.documentElement.dataset.installed !== undefined)

  test('is flagged on the page and for the server, across pages', async ({ page, context }) => {
    await standalone(page)
    await page.goto('/cafe')
    await waitUntilLoaded(page)
    expect(await flag(page)).toBe(true)
    expect(await page.evaluate(() => sessionStorage.getItem('app_initialized'))).toBe('true')
    const cookie = (await context.cookies()).find(({ name }) => name === 'common-room-installed')
    expect(cookie).toMatchObject({ value: '1', path: '/', sameSite: 'Lax' })
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'BEER', exact: true })
      .click()
    await expect(page).toHaveURL('/beer')
    expect(await flag(page)).toBe(true)
  })

  test('an ordinary tab is not flagged and loses the app’s cookie', async ({
    page,
    context,
    baseURL,
  }) => {
    await context.addCookies([{ name: 'common-room-installed', value: '1', url: baseURL ?? '' }])
    await page.goto('/cafe')
    await waitUntilLoaded(page)
    expect(await flag(page)).toBe(false)
    await expect
      .poll(async () => (await context.cookies()).map(({ name }) => name))
      .not.toContain('common-room-installed')
  })
})
