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
  stopClock,
  waitUntilLoaded,
  watchOverlay,
} from '../support/transition-overlay.ts'

const menuEntry = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })

test.describe('the intro', () => {
  test.beforeEach(({ page }) => watchOverlay(page))

  test('plays on the home page, once per browser session', async ({ page }) => {
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
    await openUntilPhase(page, '/', 'strobe')

    await test.step('covers the page from the first paint', async () => {
      expect(await page.evaluate(() => (window as unknown as { atFirst: string }).atFirst)).toBe(
        'visible',
      )
    })

    await test.step('explains how to skip it', async () => {
      await expect(overlayOf(page).getByText('In a hurry?')).toBeVisible()
    })

    await test.step('turns the texture on or off every 166 ms', async () => {
      await page.clock.runFor(500)
      await expect(overlayOf(page)).toHaveAttribute('data-phase', 'logo')
      const strobe = (await overlayChanges(page)).filter(({ phase }) => phase === 'strobe')
      expect(strobe.map(({ flash }) => flash).slice(0, 3)).toEqual([true, false, true])
      expect((strobe[1]?.atMs ?? 0) - (strobe[0]?.atMs ?? 0)).toBe(166)
    })

    await test.step('shows logo and product name in capitals, hidden from screen readers', async () => {
      await expect(overlayOf(page)).toHaveAttribute('aria-hidden', 'true')
      await expect(overlayOf(page)).toContainText(/COMMON\s+PEOPLE/)
      await expect(overlayOf(page).locator('[data-logo]')).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    })

    await test.step('fades and is gone', async () => {
      await page.clock.runFor(2500)
      await expect(overlayOf(page)).toHaveAttribute('data-phase', 'idle')
      await expect(overlayOf(page)).toBeHidden()
      expect((await overlayChanges(page)).some(({ fading }) => fading)).toBe(true)
      expect(new URL(page.url()).pathname).toBe('/')
      expect(await page.evaluate(() => sessionStorage.getItem('introPlayed'))).toBe('1')
    })

    await test.step('does not play again in the browser session', async () => {
      await page.clock.resume()
      await page.reload()
      await waitUntilLoaded(page)
      await expect(overlayOf(page)).toBeHidden()
      expect(await overlayChanges(page)).toEqual([
        expect.objectContaining({ phase: 'idle', fading: false }),
      ])
    })

    await test.step('does not play on another page', async () => {
      await page.evaluate(() => sessionStorage.clear())
      await page.goto('/cafe')
      await waitUntilLoaded(page)
      await expect(overlayOf(page)).toBeHidden()
      expect(await page.evaluate(() => sessionStorage.getItem('introPlayed'))).toBeNull()
    })
  })

  test('ends without its script, and does not restart when the script is loaded', async ({
    page,
  }) => {
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

  test('shows only the logo on a slow connection', { tag: '@extended' }, async ({ page }) => {
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

  test('ends at once with a click, Escape, any key, and scrolling', { tag: '@extended' }, async ({
    page,
  }) => {
    await page.addInitScript(() => sessionStorage.clear())
    for (const [name, skip] of [
      ['a click', () => page.mouse.click(200, 200)],
      ['Escape', () => page.keyboard.press('Escape')],
      ['any key', () => page.keyboard.press('Space')],
      ['scrolling', () => page.mouse.wheel(0, 200)],
    ] as const) {
      await test.step(name, async () => {
        await openUntilPhase(page, '/', 'strobe')
        await skip()
        // The clock is stopped, so no timer can have ended the overlay.
        await expect(overlayOf(page)).toHaveAttribute('data-fading')
        await page.clock.resume()
        await expect(overlayOf(page)).toBeHidden()
        if (name === 'any key') expect(await page.evaluate(() => scrollY)).toBe(0)
      })
    }
  })

  test('is skipped without session storage', { tag: '@extended' }, async ({ page }) => {
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
  })
})

test.describe('from page to page', () => {
  test.beforeEach(async ({ page }) => {
    await skipIntro(page)
    await watchOverlay(page)
  })

  test('the overlay shows a picture before a section page and the strobe before the home page, and uncovers the page if the next one is slow', async ({
    page,
  }) => {
    await openStopped(page, '/cafe')

    await test.step('a section page opens with the soft transition and its picture', async () => {
      await follow(page, '/beer')
      await expect(overlayOf(page)).toHaveAttribute('data-phase', 'soft-logo')
      await expect(overlayOf(page)).toHaveAttribute('data-variant', 'soft')
      await expect(overlayOf(page).locator('[data-preview]')).toHaveAttribute(
        'src',
        /^\/media\/\w+\/\d+\.avif$/,
      )
      await expect(overlayOf(page).locator('[data-preview][data-ready]')).toBeVisible()
      await waitUntilIdle(page)
      await expect(page).toHaveURL('/cafe')
      await page.clock.runFor(900)
      await expect(page).toHaveURL('/beer')
      await page.clock.runFor(1000)
      await expect(overlayOf(page)).toBeHidden()
      await expect(menuEntry(page, 'BEER')).toHaveAttribute('aria-current', 'page')
    })

    await test.step('the home page opens with the strobe and without a picture', async () => {
      await follow(page, '/')
      await expect(overlayOf(page)).toHaveAttribute('data-phase', 'strobe')
      await expect(overlayOf(page).locator('[data-preview]')).not.toHaveAttribute('src')
      await page.clock.runFor(2000)
      await expect(page).toHaveURL('/')
      await page.clock.runFor(1000)
      await expect(overlayOf(page)).toBeHidden()
    })

    await test.step('a page that is slow does not keep the overlay', async () => {
      const released = Promise.withResolvers<void>()
      await page.route('/hall', async (route) => {
        await released.promise
        await route.continue()
      })
      await follow(page, '/hall')
      await expect(overlayOf(page)).toBeVisible()
      await page.clock.runFor(900 + 4000 + 600)
      await expect(overlayOf(page)).toBeHidden()
      expect(new URL(page.url()).pathname).toBe('/')
      await page.clock.resume()
      await page.mouse.wheel(0, 300)
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
      released.resolve()
      await expect(page).toHaveURL('/hall')
      await expect(overlayOf(page)).toBeHidden()
    })
  })

  test('a logo that can’t be shown is replaced by the bundled one', { tag: '@extended' }, async ({
    page,
  }) => {
    await page.route('/press/logo.svg', (route) =>
      route.fulfill({ status: 200, contentType: 'image/svg+xml', body: 'no picture' }),
    )
    await page.goto('/cafe')
    await waitUntilLoaded(page)
    await follow(page, '/beer')
    await expect(overlayOf(page).locator('svg')).toBeVisible()
    await expect(overlayOf(page).locator('[data-logo]')).toBeHidden()
  })

  test('clicks, back and forward during and after a navigation end on the right page', async ({
    page,
  }) => {
    await page.clock.install()
    await page.goto('/cafe')
    await waitUntilLoaded(page)
    /** Advances past the time of the navigation, and then past the end of the overlay. */
    const arriveAt = async (path: string) => {
      await page.clock.fastForward(900)
      await expect(page).toHaveURL(path)
      await page.clock.fastForward(1000)
      await expect(overlayOf(page)).toBeHidden()
    }

    await test.step('a second click replaces the first', async () => {
      // While the clock is stopped, the first navigation cannot happen before the second click.
      await stopClock(page)
      await follow(page, '/beer')
      await expect(overlayOf(page)).toBeVisible()
      await follow(page, '/hall')
      await page.clock.runFor(900)
      await expect(page).toHaveURL('/hall')
      await page.clock.resume()
      await expect(overlayOf(page)).toBeHidden()
      await expect(menuEntry(page, 'HALL')).toHaveAttribute('aria-current', 'page')
      await page.goBack()
      await expect(page).toHaveURL('/cafe')
    })

    await test.step('back and forward navigate at once, to the top of the page', async () => {
      await expect(menuEntry(page, 'CAFE')).toHaveAttribute('aria-current', 'page')
      await page.evaluate(() => scrollTo(0, 600))
      await follow(page, '/beer')
      await expect(overlayOf(page)).toBeVisible()
      await arriveAt('/beer')
      await overlayChanges(page, true)
      await page.goBack()
      await expect(menuEntry(page, 'CAFE')).toHaveAttribute('aria-current', 'page')
      await page.goForward()
      await expect(menuEntry(page, 'BEER')).toHaveAttribute('aria-current', 'page')
      expect(await page.evaluate(() => scrollY)).toBe(0)
      expect((await overlayChanges(page)).every(({ phase }) => phase === 'idle')).toBe(true)
    })

    await test.step('going back while the overlay plays shows the previous page without the overlay', async () => {
      await stopClock(page)
      await follow(page, '/hall')
      await expect(overlayOf(page)).toBeVisible()
      await page.goBack()
      await expect(page).toHaveURL('/cafe')
      await page.clock.runFor(600)
      await expect(overlayOf(page)).toBeHidden()
      // Advances past the time at which the other page would be shown.
      await page.clock.runFor(2000)
      await expect(page).toHaveURL('/cafe')
    })
  })

  test('a view transition that is skipped is no error', { tag: '@extended' }, async ({ page }) => {
    await page.addInitScript(() => {
      const skips = { atStart: false, beforeSwap: false }
      Object.assign(window, { skips })
      const start = document.startViewTransition.bind(document)
      document.startViewTransition = (update) => {
        const transition = start(update)
        if (skips.atStart) transition.skipTransition()
        return transition
      }
      document.addEventListener('astro:before-swap', (event) => {
        const { viewTransition } = event as Event & { viewTransition: ViewTransition }
        if (skips.beforeSwap) viewTransition.skipTransition()
      })
    })
    await page.goto('/cafe')
    await waitUntilLoaded(page)
    for (const [when, path, skips] of [
      ['before it starts', '/beer', { atStart: true, beforeSwap: false }],
      ['before the new page is shown', '/hall', { atStart: false, beforeSwap: true }],
    ] as const) {
      await test.step(when, async () => {
        await page.evaluate((to) => Object.assign(Object(window).skips, to), skips)
        const pageLoad = page.evaluate(
          () =>
            new Promise((done) =>
              document.addEventListener('astro:page-load', done, { once: true }),
            ),
        )
        await follow(page, path)
        await pageLoad
        await expect(page).toHaveURL(path)
        await expect(overlayOf(page)).toBeHidden()
      })
    }
  })

  test('every page opens at its top, or at the anchor, is announced, and keeps persistent elements', async ({
    page,
  }) => {
    await page.goto('/cafe')
    await waitUntilLoaded(page)
    await overlayOf(page).evaluate((element) => Object.assign(element, { kept: true }))
    await page.evaluate(() => scrollTo(0, 900))
    await follow(page, '/beer')
    await expect(page).toHaveURL('/beer')
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await expect(page.locator('.astro-route-announcer')).toHaveText(await page.title())
    expect(
      await overlayOf(page).evaluate((element) => (element as unknown as { kept?: boolean }).kept),
    ).toBe(true)
    await expect(overlayOf(page)).toHaveCount(1)
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

  test.describe('the router with links that open no normal page:', () => {
    test.use({ expectedErrors: [/404/] })

    test('modified clicks and files are left to the browser; missing pages and errors are shown', async ({
      page,
    }) => {
      await page.goto('/cafe')
      await waitUntilLoaded(page)
      await overlayChanges(page, true)

      await test.step('modified clicks are left to the browser', async () => {
        // Runs after all other listeners. Waiting for a new tab would be unreliable: under load,
        // browsers do not always report a new tab.
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
      })

      await test.step('links to files are left to the browser', async () => {
        await follow(page, '/robots.txt')
        await expect(page).toHaveURL('/robots.txt')
        await page.goBack()
        await waitUntilLoaded(page)
        await expect(overlayOf(page)).toBeHidden()
        expect((await overlayChanges(page)).every(({ phase }) => phase === 'idle')).toBe(true)
      })

      await test.step('a missing page is shown in the site’s layout', async () => {
        const response = page.waitForResponse('/nowhere-at-all')
        await follow(page, '/nowhere-at-all')
        expect((await response).status()).toBe(404)
        await expect(page).toHaveURL('/nowhere-at-all')
        await expect(overlayOf(page)).toBeHidden()
      })

      await test.step('an error page is shown without the overlay', async () => {
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
    })
  })

  test('a page that is left before its islands are loaded causes no error on the next page', {
    tag: '@extended',
  }, async ({ page }) => {
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
    // The opened page scrolls to its top, possibly after this test has scrolled.
    await expect(async () => {
      await total.scrollIntoViewIfNeeded()
      await expect(total.locator('.total')).toBeInViewport({ timeout: 500 })
    }).toPass()
    await expect(total).not.toHaveAttribute('ssr')
    await waitUntilIdle(page)
  })

  test('Escape and a click skip the overlay, and no page violates the first page’s Content Security Policy', async ({
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
    // While the clock is stopped, no timer can end the overlay.
    await stopClock(page)
    const press = () => page.keyboard.press('Escape')
    const click = () => overlayOf(page).click()
    for (const [path, skip] of [
      ['/cafe', press],
      ['/cocktails', click],
      ['/beer', press],
      ['/kitchens', press],
      ['/hall', press],
      ['/community', press],
      ['/common-room', press],
      ['/', press],
    ] as const) {
      await test.step(path, async () => {
        await follow(page, path)
        await expect(overlayOf(page)).toBeVisible()
        await skip()
        await expect(page).toHaveURL(path)
        // Advances past the end of the fade.
        await page.clock.runFor(1000)
        await expect(overlayOf(page)).toBeHidden()
      })
    }
  })
})
