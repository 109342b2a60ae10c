import type { Page } from '@playwright/test'
import { waitUntilIdle } from '../support/page-idle.ts'
import { expect, test } from '../support/test.ts'
import {
  follow,
  openStopped,
  openUntilPhase,
  overlayChanges,
  overlayOf,
  skipIntro,
  startOf,
  stopClock,
  waitUntilLoaded,
  watchOverlay,
} from '../support/transition-overlay.ts'

const menuEntry = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })

test.describe('the intro', () => {
  test.beforeEach(({ page }) => watchOverlay(page))

  test('strobes for 500 ms, shows the logo, fades and is gone; once per session', async ({
    page,
  }) => {
    await openUntilPhase(page, '/', 'strobe')
    await page.clock.runFor(3000)
    await expect(overlayOf(page)).toHaveAttribute('data-phase', 'idle')
    await expect(overlayOf(page)).toBeHidden()
    const changes = await overlayChanges(page)
    const start = startOf(changes, ({ phase }) => phase === 'strobe')
    expect(startOf(changes, ({ phase }) => phase === 'logo') - start).toBe(500)
    const fade = startOf(changes, ({ fading }) => fading)
    expect(fade - start).toBe(2000 + 200)
    expect((changes.at(-1)?.atMs ?? 0) - fade).toBe(600)
    expect(new URL(page.url()).pathname).toBe('/')
    expect(await page.evaluate(() => sessionStorage.getItem('introPlayed'))).toBe('1')

    await page.clock.resume()
    await page.reload()
    await waitUntilLoaded(page)
    await expect(overlayOf(page)).toBeHidden()
    expect(await overlayChanges(page)).toEqual([
      expect.objectContaining({ phase: 'idle', fading: false }),
    ])
  })

  test('turns the texture on or off every 166 ms', async ({ page }) => {
    await openUntilPhase(page, '/', 'strobe')
    await page.clock.runFor(500)
    await expect(overlayOf(page)).toHaveAttribute('data-phase', 'logo')
    const strobe = (await overlayChanges(page)).filter(({ phase }) => phase === 'strobe')
    expect(strobe.map(({ flash }) => flash).slice(0, 3)).toEqual([true, false, true])
    expect((strobe[1]?.atMs ?? 0) - (strobe[0]?.atMs ?? 0)).toBe(166)
  })

  test('covers the page from the first paint', async ({ page }) => {
    await page.addInitScript(() => {
      document.addEventListener(
        'readystatechange',
        () => {
          const sheet = document.querySelector('[data-press]')
          if (sheet) Object.assign(window, { atFirst: getComputedStyle(sheet).visibility })
        },
        { once: true },
      )
    })
    await page.goto('/')
    expect(await page.evaluate(() => (window as unknown as { atFirst: string }).atFirst)).toBe(
      'visible',
    )
  })

  test('explains how to skip it', async ({ page }) => {
    await openUntilPhase(page, '/', 'strobe')
    await expect(overlayOf(page).getByText('In a hurry?')).toBeVisible()
  })

  test('ends without its script, and does not restart when that is loaded', async ({ page }) => {
    const released = Promise.withResolvers<void>()
    await page.route(/_astro\/(?!runtime-).*\.js$/, async (route) => {
      await released.promise
      await route.continue()
    })
    await page.clock.install({ time: 0 })
    await page.clock.pauseAt(1000)
    await page.goto('/', { waitUntil: 'domcontentloaded' })
    await expect(overlayOf(page).locator('svg')).toBeVisible()
    await expect(overlayOf(page).locator('.words')).toHaveCSS('opacity', '1')
    await page.clock.runFor(1500)
    await expect(page.locator('html')).toHaveAttribute('data-intro', 'leaving')
    await page.clock.runFor(600)
    await expect(overlayOf(page)).toBeHidden()
    released.resolve()
    await page.clock.resume()
    await waitUntilLoaded(page)
    await expect(overlayOf(page)).toBeHidden()
    expect((await overlayChanges(page)).every(({ phase }) => phase === 'idle')).toBe(true)
  })

  test('is only the logo on a slow connection', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { effectiveType: '3g' } })
    })
    await page.clock.install({ time: 0 })
    await page.clock.pauseAt(1000)
    await page.goto('/')
    await expect(overlayOf(page).locator('svg')).toBeVisible()
    await expect(overlayOf(page).locator('.name')).toBeHidden()
    await page.clock.runFor(900 + 600)
    await expect(overlayOf(page)).toBeHidden()
    await page.clock.resume()
    await waitUntilLoaded(page)
    expect((await overlayChanges(page)).every(({ phase }) => phase === 'idle')).toBe(true)
  })

  test('shows logo and product name in capitals, hidden from screen readers', async ({ page }) => {
    await openUntilPhase(page, '/', 'logo')
    await expect(overlayOf(page)).toHaveAttribute('aria-hidden', 'true')
    await expect(overlayOf(page)).toContainText(/COMMON\s+PEOPLE/)
    await expect(overlayOf(page).locator('[data-logo]')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  })

  for (const [name, skip] of [
    ['a click', (page) => page.mouse.click(200, 200)],
    ['Escape', (page) => page.keyboard.press('Escape')],
    ['any key', (page) => page.keyboard.press('Space')],
    ['scrolling', (page) => page.mouse.wheel(0, 200)],
  ] as [string, (page: Page) => Promise<void>][]) {
    test(`ends at once with ${name}`, async ({ page }) => {
      await openUntilPhase(page, '/', 'strobe')
      await skip(page)
      // The clock is stopped, so no timer can have ended the overlay.
      await expect(overlayOf(page)).toHaveAttribute('data-fading')
      await page.clock.resume()
      await expect(overlayOf(page)).toBeHidden()
      if (name.includes('key')) expect(await page.evaluate(() => scrollY)).toBe(0)
    })
  }

  test('doesn’t play on another page', async ({ page }) => {
    await page.goto('/cafe')
    await waitUntilLoaded(page)
    await expect(overlayOf(page)).toBeHidden()
    expect(await page.evaluate(() => sessionStorage.getItem('introPlayed'))).toBeNull()
  })

  test('is skipped without session storage', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'sessionStorage', {
        get: () => {
          throw new DOMException('denied', 'SecurityError')
        },
      })
    })
    await page.goto('/')
    await waitUntilLoaded(page)
    await expect(overlayOf(page)).toBeHidden()
  })

  test('with reduced motion shows the logo without a strobe', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openUntilPhase(page, '/', 'logo')
    await page.clock.runFor(2500)
    await expect(overlayOf(page)).toHaveAttribute('data-phase', 'idle')
    const changes = await overlayChanges(page)
    expect(changes.some(({ phase, flash }) => phase === 'strobe' || flash)).toBe(false)
    const start = startOf(changes, ({ phase }) => phase === 'logo')
    expect(startOf(changes, ({ fading }) => fading) - start).toBe(1500 + 200)
  })
})

test.describe('from page to page', () => {
  test.beforeEach(async ({ page }) => {
    await skipIntro(page)
    await watchOverlay(page)
  })

  test('a section page opens with the soft transition and its picture after 900 ms', async ({
    page,
  }) => {
    await openStopped(page, '/cafe')
    await follow(page, '/beer')
    await expect(overlayOf(page)).toHaveAttribute('data-phase', 'soft-logo')
    await expect(overlayOf(page)).toHaveAttribute('data-variant', 'soft')
    await expect(overlayOf(page).locator('[data-preview]')).toHaveAttribute(
      'src',
      /^\/media\/\w+\/\d+\.avif$/,
    )
    await expect(overlayOf(page).locator('[data-preview][data-ready]')).toBeVisible()
    await waitUntilIdle(page)
    await page.clock.runFor(899)
    await expect(page).toHaveURL('/cafe')
    await page.clock.runFor(1)
    await expect(page).toHaveURL('/beer')
    await page.clock.runFor(1000)
    await expect(overlayOf(page)).toBeHidden()
    const changes = await overlayChanges(page)
    const start = startOf(changes, ({ phase }) => phase === 'soft-logo')
    const fade = startOf(changes, ({ fading }) => fading)
    expect(fade - start).toBe(900 + 200)
    expect((changes.at(-1)?.atMs ?? 0) - fade).toBe(600)
    await expect(menuEntry(page, 'BEER')).toHaveAttribute('aria-current', 'page')
  })

  test('the home page opens with the strobe and without a picture', async ({ page }) => {
    await openStopped(page, '/cafe')
    await follow(page, '/')
    await expect(overlayOf(page)).toHaveAttribute('data-phase', 'strobe')
    await expect(overlayOf(page).locator('[data-preview]')).not.toHaveAttribute('src')
    await page.clock.runFor(2000)
    await expect(page).toHaveURL('/')
    await page.clock.runFor(1000)
    await expect(overlayOf(page)).toBeHidden()
    const changes = await overlayChanges(page)
    const start = startOf(changes, ({ phase }) => phase === 'strobe')
    expect(startOf(changes, ({ fading }) => fading) - start).toBe(2000 + 200)
    expect(changes.filter(({ phase }) => phase === 'strobe').length).toBeLessThan(6)
  })

  test('with reduced motion there is no strobe, and the page comes after 1500 ms', async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openStopped(page, '/cafe')
    await follow(page, '/')
    await expect(overlayOf(page)).toHaveAttribute('data-phase', 'logo')
    await page.clock.runFor(1500)
    await expect(page).toHaveURL('/')
    await page.clock.runFor(1000)
    await expect(overlayOf(page)).toBeHidden()
    const changes = await overlayChanges(page)
    const start = startOf(changes, ({ phase }) => phase === 'logo')
    expect(startOf(changes, ({ fading }) => fading) - start).toBe(1500 + 200)
    expect(changes.some(({ phase }) => phase === 'strobe')).toBe(false)
  })

  test('a logo that can’t be shown is replaced by the bundled one', async ({ page }) => {
    await page.route('/press/logo.svg', (route) =>
      route.fulfill({ status: 200, contentType: 'image/svg+xml', body: 'no picture' }),
    )
    await page.goto('/cafe')
    await waitUntilLoaded(page)
    await follow(page, '/beer')
    await expect(overlayOf(page).locator('svg')).toBeVisible()
    await expect(overlayOf(page).locator('[data-logo]')).toBeHidden()
  })

  test('a second click replaces the first', async ({ page }) => {
    await page.goto('/cafe')
    await waitUntilLoaded(page)
    await follow(page, '/beer')
    await expect(overlayOf(page)).toBeVisible()
    await follow(page, '/hall')
    await expect(page).toHaveURL('/hall')
    await expect(overlayOf(page)).toBeHidden()
    await expect(menuEntry(page, 'HALL')).toHaveAttribute('aria-current', 'page')
    await page.goBack()
    await expect(page).toHaveURL('/cafe')
  })

  test('Escape and a click skip the transition', async ({ page }) => {
    await page.clock.install()
    await page.goto('/cafe')
    await waitUntilLoaded(page)
    for (const [path, skip] of [
      ['/beer', () => page.keyboard.press('Escape')],
      ['/hall', () => overlayOf(page).click()],
    ] as const) {
      // While the clock is stopped, no timer can end the overlay.
      await stopClock(page)
      await follow(page, path)
      await expect(overlayOf(page)).toBeVisible()
      await skip()
      await expect(page).toHaveURL(path)
      await page.clock.resume()
      await expect(overlayOf(page)).toBeHidden()
    }
  })

  test('back and forward navigate at once, to the top of the page', async ({ page }) => {
    await page.goto('/cafe')
    await waitUntilLoaded(page)
    await page.evaluate(() => scrollTo(0, 600))
    await follow(page, '/beer')
    await expect(page).toHaveURL('/beer')
    await expect(overlayOf(page)).toBeHidden()
    await overlayChanges(page, true)
    await page.goBack()
    await expect(menuEntry(page, 'CAFE')).toHaveAttribute('aria-current', 'page')
    await page.goForward()
    await expect(menuEntry(page, 'BEER')).toHaveAttribute('aria-current', 'page')
    expect(await page.evaluate(() => scrollY)).toBe(0)
    expect((await overlayChanges(page)).every(({ phase }) => phase === 'idle')).toBe(true)
  })

  test('going back while the overlay plays shows the previous page without the overlay', async ({
    page,
  }) => {
    await page.goto('/cafe')
    await waitUntilLoaded(page)
    await follow(page, '/beer')
    await expect(page).toHaveURL('/beer')
    await expect(overlayOf(page)).toBeHidden()
    await page.clock.install()
    await follow(page, '/hall')
    await expect(overlayOf(page)).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/cafe')
    await expect(overlayOf(page)).toBeHidden()
    // Advances past the time at which the other page would be shown.
    await page.clock.runFor(2000)
    await expect(page).toHaveURL('/cafe')
  })

  for (const when of ['before it starts', 'before the new page is shown'] as const) {
    test(`a view transition that is skipped ${when} is no error`, async ({ page }) => {
      await page.addInitScript((time) => {
        if (time === 'before it starts') {
          const start = document.startViewTransition.bind(document)
          document.startViewTransition = (update) => {
            const transition = start(update)
            transition.skipTransition()
            return transition
          }
        } else {
          document.addEventListener('astro:before-swap', (event) =>
            (event as Event & { viewTransition: ViewTransition }).viewTransition.skipTransition(),
          )
        }
      }, when)
      await page.goto('/cafe')
      await waitUntilLoaded(page)
      const isDone = page.evaluate(
        () => new Promise((done) => document.addEventListener('astro:page-load', done)),
      )
      await follow(page, '/beer')
      await isDone
      await expect(page).toHaveURL('/beer')
    })
  }

  test('an error page is shown without the overlay', async ({ page }) => {
    await page.goto('/cafe')
    await waitUntilLoaded(page)
    await page.route('/hall', (route) =>
      route.fulfill({
        status: 200,
        contentType: 'text/html',
        body: '<title>Broken</title><h1>Unexpected Application Error!</h1>',
      }),
    )
    await follow(page, '/hall')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Unexpected Application Error!',
    )
    await expect(page).toHaveURL('/hall')
    await expect(overlayOf(page)).toHaveCount(0)
  })

  test.describe('a missing page', () => {
    test.use({ expectedErrors: [/404/] })

    test('is shown in the site’s layout', async ({ page }) => {
      await page.goto('/cafe')
      await waitUntilLoaded(page)
      const response = page.waitForResponse('/nowhere-at-all')
      await follow(page, '/nowhere-at-all')
      expect((await response).status()).toBe(404)
      await expect(page).toHaveURL('/nowhere-at-all')
      await expect(overlayOf(page)).toBeHidden()
    })
  })

  test('the overlay waits four seconds for a slow page', async ({ page }) => {
    await openStopped(page, '/cafe')
    const released = Promise.withResolvers<void>()
    await page.route('/hall', async (route) => {
      await released.promise
      await route.continue()
    })
    await follow(page, '/hall')
    await expect(overlayOf(page)).toBeVisible()
    await page.clock.runFor(900 + 4000 + 600)
    await expect(overlayOf(page)).toBeHidden()
    expect(new URL(page.url()).pathname).toBe('/cafe')
    const changes = await overlayChanges(page)
    expect(startOf(changes, ({ fading }) => fading) - (changes[0]?.atMs ?? 0)).toBe(900 + 4000)
    await page.clock.resume()
    await page.mouse.wheel(0, 300)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
    released.resolve()
    await expect(page).toHaveURL('/hall')
    await expect(overlayOf(page)).toBeHidden()
  })

  test('every page opens at its top, or at the anchor', async ({ page }) => {
    await page.goto('/cafe')
    await waitUntilLoaded(page)
    await page.evaluate(() => scrollTo(0, 900))
    await follow(page, '/beer')
    await expect(page).toHaveURL('/beer')
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await expect(overlayOf(page)).toBeHidden()
    await page.mouse.wheel(0, 300)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)

    await page.route('/privacy', async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace(
        '</main>',
        '<p id="far" style="margin-top:300vh">Far</p></main>',
      )
      await route.fulfill({ response, body })
    })
    await follow(page, '/privacy#far')
    await expect(page).toHaveURL('/privacy#far')
    await expect(page.locator('#far')).toBeInViewport()
  })

  test('modified clicks and links to files are left to the browser', async ({ page }) => {
    await page.goto('/cafe')
    await waitUntilLoaded(page)
    await overlayChanges(page, true)
    // Runs after all other listeners. Waiting for a new tab would be unreliable: browsers do not
    // always report one under load.
    await page.evaluate(() =>
      addEventListener(
        'click',
        (event) => {
          Object.assign(window, { isLeftToBrowser: !event.defaultPrevented })
          event.preventDefault()
        },
        { once: true },
      ),
    )
    await menuEntry(page, 'BEER').click({ modifiers: ['ControlOrMeta'] })
    expect(await page.evaluate(() => Object(window).isLeftToBrowser)).toBe(true)
    await waitUntilIdle(page)
    await expect(page).toHaveURL('/cafe')
    await follow(page, '/robots.txt')
    await expect(page).toHaveURL('/robots.txt')
    await page.goBack()
    await waitUntilLoaded(page)
    await expect(overlayOf(page)).toBeHidden()
    expect((await overlayChanges(page)).every(({ phase }) => phase === 'idle')).toBe(true)
  })

  test('persistent elements are kept', async ({ page }) => {
    await page.goto('/cafe')
    await waitUntilLoaded(page)
    await overlayOf(page).evaluate((element) => Object.assign(element, { kept: true }))
    await follow(page, '/beer')
    await expect(page).toHaveURL('/beer')
    expect(
      await overlayOf(page).evaluate((element) => (element as unknown as { kept?: boolean }).kept),
    ).toBe(true)
    await expect(overlayOf(page)).toHaveCount(1)
  })

  test('a page that is left before its islands are loaded leaves no error on the next', async ({
    page,
  }) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(/CommonGoodTotal/, async (route) => {
      await released
      await route.continue()
    })
    const total = page.locator('.foot .good astro-island')
    const requested = page.waitForRequest(/CommonGoodTotal/)
    await page.goto('/cafe')
    await total.scrollIntoViewIfNeeded()
    await requested
    await follow(page, '/beer')
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL('/beer')
    release()
    // The page opens at its top, which can come after the first scrolling.
    await expect(async () => {
      await total.scrollIntoViewIfNeeded()
      await expect(total.locator('.total')).toBeInViewport({ timeout: 500 })
    }).toPass()
    await expect(total).not.toHaveAttribute('ssr')
    await waitUntilIdle(page)
  })

  test('the new page is announced', async ({ page }) => {
    await page.goto('/cafe')
    await waitUntilLoaded(page)
    await follow(page, '/beer')
    await expect(page).toHaveURL('/beer')
    await expect(page.locator('.astro-route-announcer')).toHaveText(await page.title())
  })

  test('client navigation through many pages never violates the first page’s Content Security Policy', async ({
    page,
  }) => {
    await page.clock.install()
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        console.error(event.violatedDirective, event.blockedURI, event.sample)
      })
    })
    await page.goto('/privacy')
    await waitUntilLoaded(page)
    for (const path of [
      '/cafe',
      '/cocktails',
      '/beer',
      '/kitchens',
      '/hall',
      '/community',
      '/common-room',
      '/',
    ]) {
      await follow(page, path)
      await page.keyboard.press('Escape')
      await expect(page).toHaveURL(path)
      // Advances past the end of the fade.
      await page.clock.fastForward(1000)
      await expect(overlayOf(page)).toBeHidden()
    }
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('there is no overlay, and links work', async ({ page }) => {
    await page.goto('/')
    await expect(overlayOf(page)).toBeHidden()
    await menuEntry(page, 'CAFE').click()
    await expect(page).toHaveURL('/cafe')
  })
})
