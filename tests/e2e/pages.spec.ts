import type { Page } from '@playwright/test'
import { openUntilIdle, waitUntilIdle, watchRequests } from '../support/page-idle.ts'
import { navigation, pages } from '../support/pages.ts'
import { expect, test } from '../support/test.ts'
import { waitUntilLoaded } from '../support/transition-overlay.ts'

type Shift = { value: number; moved: string[] }

// Loading the text font may move a word by three pixels. A different line break would move it further.
const isSeen = ({ value }: Shift) => value > 0.001

// Runs in the page. Records the layout shifts that no input caused.
function recordLayoutShifts() {
  type Entry = PerformanceEntry & {
    value: number
    hadRecentInput: boolean
    sources: { node: Element | null }[]
  }
  const shifts: Shift[] = []
  Object.assign(window, { shifts })
  const nameOf = (node: Element | null) => node?.outerHTML?.slice(0, 80) ?? ''
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Entry[]) {
      if (!hadRecentInput) shifts.push({ value, moved: sources.map(({ node }) => nameOf(node)) })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

// Runs in the page. Finds the first elements that make it wider than the screen.
function findOverflowingElements(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  const wide = [...document.body.querySelectorAll('*')].filter(
    (element) => element.getBoundingClientRect().right > clientWidth + 0.5,
  )
  return wide.slice(0, 3).map((element) => element.outerHTML.slice(0, 120))
}

/** Waits until the latest changes are painted. */
const waitForPaint = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
  })

/** The fonts with which the first matching element is actually rendered. */
async function renderedFonts(page: Page, selector: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument')
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
  return fonts.map(({ familyName }) => familyName)
}

for (const path of [...pages, '/subscribe']) {
  test(`${path} has no layout shift with late fonts, and uses them`, async ({
    browser,
    baseURL,
    viewport,
    isMobile,
  }) => {
    const context = await browser.newContext({ baseURL, viewport, bypassCSP: true })
    const page = await context.newPage()
    const late: string[] = []
    await page.route(/archivo-(poster|text)[^/]*woff2/, async (route) => {
      const response = await route.fetch()
      // Delays each font until the page has been painted without it.
      await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0)
      await waitForPaint(page)
      late.push(route.request().url())
      await route.fulfill({ response })
    })
    watchRequests(context)
    await page.addInitScript(recordLayoutShifts)
    await openUntilIdle(page, path)
    await waitForPaint(page)
    expect(late).toHaveLength(2)
    const archivo = [expect.stringMatching(/^Archivo/)]
    expect(await renderedFonts(page, 'h1')).toEqual(archivo)
    if (isMobile) expect(await renderedFonts(page, '.skip')).toEqual(archivo)
    const shifts = await page.evaluate(() => (window as never as { shifts: Shift[] }).shifts)
    expect(shifts.filter(isSeen)).toEqual([])
    await context.close()
  })
}

for (const path of pages) {
  test.describe(path, () => {
    test('has a heading, language, title, description and canonical URL', async ({ visit }) => {
      const page = await visit(path)
      await expect(page.locator('h1')).toHaveCount(1)
      await expect(page.locator('html')).toHaveAttribute('lang', /^en/)
      expect((await page.title()).length).toBeGreaterThan(5)
      const description = page.locator('meta[name="description"]')
      await expect(description).toHaveAttribute('content', /.{40,}/)
      await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /^http/)
    })

    test('has no layout shift while loading and scrolling', async ({ page }) => {
      await page.addInitScript(recordLayoutShifts)
      await page.goto(path)
      await waitUntilIdle(page)
      await page.evaluate(async () => {
        await document.fonts.ready
        for (let top = 0; top < document.body.scrollHeight; top += window.innerHeight) {
          window.scrollTo(0, top)
          for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
        }
      })
      await waitUntilIdle(page)
      await waitForPaint(page)
      const shifts = await page.evaluate(() => (window as never as { shifts: Shift[] }).shifts)
      expect(shifts.filter(isSeen)).toEqual([])
    })

    test('fits a narrow phone', async ({ page, visit }) => {
      await page.setViewportSize({ width: 320, height: 640 })
      await visit(path)
      await waitUntilLoaded(page)
      // The texts of open areas and of those that open tomorrow differ in length.
      for (const at of ['2026-11-20T12:00:00Z', '2026-11-21T20:00:00Z', '2026-11-22T05:00:00Z']) {
        await page.clock.setFixedTime(at)
        await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
        await waitUntilIdle(page)
        expect(await page.evaluate(findOverflowingElements), at).toEqual([])
        const width = await page.evaluate(() => document.documentElement.scrollWidth)
        expect(width, at).toBeLessThanOrEqual(320)
      }
    })
  })
}

test('no two neighbouring sections of an area have the same composition', async ({ visit }) => {
  for (const path of ['/', ...navigation.map(([, each]) => each).slice(0, -1)]) {
    const page = await visit(path)
    const compositions = await page
      .locator('main > *')
      .evaluateAll((sections) =>
        sections.map((section) =>
          section.querySelector('.menus')
            ? 'menus'
            : section.className.replace(/ ?(wide-\w+|astro-\S+)/g, '') || section.tagName,
        ),
      )
    expect(compositions.length, path).toBeGreaterThan(4)
    const repeated = compositions.filter((each, index) => each === compositions[index + 1])
    expect(repeated, path).toEqual([])
  }
})

test('the menus scroll sideways on a phone and take the keyboard focus', async ({
  visit,
  isMobile,
}) => {
  test.skip(!isMobile, 'Wide screens show them side by side.')
  const page = await visit('/cafe')
  const menus = page.getByRole('group', { name: 'Menu' })
  const [first, second] = await menus.locator('article').all()
  const top = async (each: typeof first) => (await each?.boundingBox())?.y
  expect(await top(first)).toBe(await top(second))
  await menus.focus()
  await expect(menus).toBeFocused()
  expect(await menus.evaluate((each) => each.scrollWidth > each.clientWidth)).toBe(true)
})

test('the menus of a day come first, also on a page that is open when the day begins', async ({
  page,
}) => {
  const menus = page.getByRole('group', { name: 'Menu' })
  const expectAt = async (time: string, headings: string[]) => {
    await page.clock.setFixedTime(time)
    // The page's script may still be loading.
    await expect(async () => {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await expect(menus.getByRole('heading')).toHaveText(headings, { timeout: 500 })
    }).toPass()
  }
  await page.goto('/kitchens')
  await waitUntilLoaded(page)
  const hatches = ['Ruksana’s', 'Thorpe & Daughter', 'Selam']
  const stamps = menus.locator('[data-served]')
  await expectAt('2026-11-22T12:00:00Z', ['Sunday dinner', ...hatches])
  await expect(stamps).toHaveText(['On today', 'Back tomorrow', 'Back Tuesday', 'Back Tuesday'])
  await expectAt('2026-11-23T12:00:00Z', [...hatches, 'Sunday dinner'])
  await expect(stamps).toHaveText(['On today', 'Back tomorrow', 'Back tomorrow', 'Back Sunday'])
  await expectAt('2026-11-25T12:00:00Z', [...hatches, 'Sunday dinner'])
  await expect(stamps).toHaveText([...Array(3).fill('On today'), 'Back Sunday'])
})

test('every image has an alternative text or is decorative', async ({ visit }) => {
  for (const [, path] of navigation) {
    const page = await visit(path)
    await expect(page.locator('img:not([alt])')).toHaveCount(0)
  }
})

test('no button looks disabled after a tap', async ({ visit, isMobile }) => {
  test.skip(!isMobile, 'With a mouse, buttons change on hover.')
  const page = await visit('/common-room')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const button = page.getByRole('button', { name: 'Sign in here' })
  await button.hover()
  await expect(button).toHaveCSS('background-size', '100% 100%')
})

test.describe('a missing page', () => {
  test.use({ expectedErrors: [/status of 404/] })
  test('offers the page with the most similar address', async ({ visit }) => {
    const page = await visit('/coctails')
    await expect(page.getByRole('main').locator('a[href="/cocktails"]').first()).toBeVisible()
  })
})
