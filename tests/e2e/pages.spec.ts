import type { Page } from '@playwright/test'
import { accessibilityViolations } from '../support/accessibility.ts'
import { discardAnalyticsEvents } from '../support/drop-events.ts'
import { openUntilIdle, waitUntilIdle } from '../support/page-idle.ts'
import { navigation, pages } from '../support/pages.ts'
import { expect, test } from '../support/test.ts'
import { overlayOf, waitUntilLoaded } from '../support/transition-overlay.ts'

declare global {
  interface Window {
    /** Resolves at the next frame, or after a second. @returns whether a frame was drawn */
    nextFrame: () => Promise<boolean>
  }
}
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

// Runs in the page. Finds the first elements that make the page wider than the screen.
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
    for (let frame = 0; frame < 3; frame++) await window.nextFrame()
  })

// Runs in the page. On a busy machine, Chromium can stop drawing frames, so the wait ends after a second.
function defineNextFrame() {
  window.nextFrame = () =>
    new Promise((resolve) => {
      requestAnimationFrame(() => resolve(true))
      setTimeout(() => resolve(false), 1000)
    })
}

const sectionPaths: string[] = ['/', ...navigation.map(([, path]) => path).slice(0, -1)]

// Runs in the page. Names the composition of each section: `menus`, its classes, or its tag.
const compositionsOf = (sections: Element[]): string[] =>
  sections.map((section) =>
    section.querySelector('.menus')
      ? 'menus'
      : section.className.replace(/ ?(wide-\w+|astro-\S+)/g, '') || section.tagName,
  )

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

/**
 * Opens a page, delays its fonts until the page has been painted without them, and waits until the fonts are used.
 * Records the layout shifts.
 */
async function openWithLateFonts(page: Page, path: string): Promise<void> {
  const delayedUrls: string[] = []
  await page.route(/archivo-(poster|text)[^/]*woff2/, async (route) => {
    const response = await route.fetch()
    await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0)
    await waitForPaint(page)
    delayedUrls.push(route.request().url())
    await route.fulfill({ response })
  })
  await page.addInitScript(recordLayoutShifts)
  await page.addInitScript(defineNextFrame)
  await openUntilIdle(page, path)
  await waitForPaint(page)
  expect(delayedUrls).toHaveLength(2)
}

const seenShifts = async (page: Page): Promise<Shift[]> =>
  (await page.evaluate(() => (window as never as { shifts: Shift[] }).shifts)).filter(isSeen)

/**
 * Runs in the page. Scrolls to the end, and waits in between until the changes are painted.
 * @returns the number of drawn frames
 */
async function scrollThrough(): Promise<number> {
  let drawn = 0
  for (let top = 0; top < document.body.scrollHeight; top += window.innerHeight) {
    window.scrollTo(0, top)
    for (let frame = 0; frame < 3; frame++) if (await window.nextFrame()) drawn++
  }
  return drawn
}

// The steps do not depend on each other, so a failed expectation does not hide those of later steps.
const { soft } = expect

for (const path of pages) {
  test(`${path} is complete, stable and accessible, and fits a narrow phone`, async ({
    page,
    isMobile,
  }) => {
    await test.step('has no layout shift when its fonts load late, and uses the fonts', async () => {
      await openWithLateFonts(page, path)
      const archivo = [expect.stringMatching(/^Archivo/)]
      soft(await renderedFonts(page, 'h1')).toEqual(archivo)
      if (isMobile) soft(await renderedFonts(page, '.skip')).toEqual(archivo)
      soft(await seenShifts(page)).toEqual([])
    })
    await test.step('has no layout shift while scrolling', async () => {
      await expect.poll(() => page.evaluate(scrollThrough)).toBeGreaterThan(0)
      await waitUntilIdle(page)
      await waitForPaint(page)
      soft(await seenShifts(page)).toEqual([])
    })
    await test.step('has a heading, language, title, description and canonical URL', async () => {
      await soft(page.locator('h1')).toHaveCount(1)
      await soft(page.locator('html')).toHaveAttribute('lang', /^en/)
      soft((await page.title()).length).toBeGreaterThan(5)
      const description = page.locator('meta[name="description"]')
      await soft(description).toHaveAttribute('content', /.{40,}/)
      await soft(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /^http/)
    })
    await test.step('marks its entry of the navigation, and nothing else, as the current page', async () => {
      const current = page.locator('nav[data-menu] li [aria-current]')
      const labels = navigation.filter(([, each]) => each === path).map(([label]) => label)
      await soft(current).toHaveText(labels)
      for (const each of await current.all()) {
        await soft(each).toHaveAttribute('aria-current', 'page')
      }
    })
    await test.step('has images with an alternative text or as decoration', async () => {
      await soft(page.locator('img:not([alt])')).toHaveCount(0)
    })
    if (sectionPaths.includes(path)) {
      await test.step('has no two neighbouring sections with the same composition', async () => {
        const compositions = await page.locator('main > *').evaluateAll(compositionsOf)
        soft(compositions.length).toBeGreaterThan(4)
        soft(compositions.filter((each, index) => each === compositions[index + 1])).toEqual([])
      })
    }
    await test.step('has no axe violation', async () => {
      await page.evaluate(() => window.scrollTo(0, 0))
      // The intro covers the home page at first.
      await expect(overlayOf(page)).toBeHidden()
      soft(await accessibilityViolations(page)).toEqual([])
    })
    await test.step('fits a narrow phone', async () => {
      await discardAnalyticsEvents(page)
      await page.setViewportSize({ width: 320, height: 640 })
      // The texts of open areas and of areas that open tomorrow differ in length.
      for (const at of ['2026-11-20T12:00:00Z', '2026-11-21T20:00:00Z', '2026-11-22T05:00:00Z']) {
        await page.clock.setFixedTime(at)
        await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
        await waitUntilIdle(page)
        soft(await page.evaluate(findOverflowingElements), at).toEqual([])
        const width = await page.evaluate(() => document.documentElement.scrollWidth)
        soft(width, at).toBeLessThanOrEqual(320)
      }
    })
  })
}

test('/subscribe has no layout shift when its fonts load late, and uses the fonts', {
  tag: '@extended',
}, async ({ page, isMobile }) => {
  await openWithLateFonts(page, '/subscribe')
  const archivo = [expect.stringMatching(/^Archivo/)]
  expect(await renderedFonts(page, 'h1')).toEqual(archivo)
  if (isMobile) expect(await renderedFonts(page, '.skip')).toEqual(archivo)
  expect(await seenShifts(page)).toEqual([])
})

test('the menus scroll sideways on a phone and take the keyboard focus', {
  tag: '@extended',
}, async ({ visit, isMobile }) => {
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

test('the menus of a day come first, also on a page that is open when the day begins', {
  tag: '@extended',
}, async ({ page }) => {
  const menus = page.getByRole('group', { name: 'Menu' })
  const expectAt = async (time: string, headings: string[]) => {
    await page.clock.setFixedTime(time)
    // The page's script may still be loading.
    await expect(async () => {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await expect(menus.getByRole('heading')).toHaveText(headings, { timeout: 500 })
    }).toPass()
  }
  await discardAnalyticsEvents(page)
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

test('no button looks disabled after a tap', { tag: '@extended' }, async ({ visit, isMobile }) => {
  test.skip(!isMobile, 'With a mouse, buttons change on hover.')
  const page = await visit('/common-room')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const button = page.getByRole('button', { name: 'Sign in here' })
  await button.hover()
  await expect(button).toHaveCSS('background-size', '100% 100%')
})

test.describe('a missing page', () => {
  test.use({ expectedErrors: [/status of 404/] })
  test('offers the page with the most similar path, and has no axe violation', async ({
    visit,
  }) => {
    const page = await visit('/coctails')
    await expect(page.getByRole('main').locator('a[href="/cocktails"]').first()).toBeVisible()
    expect(await accessibilityViolations(page)).toEqual([])
  })
})
