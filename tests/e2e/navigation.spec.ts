import type { Page } from '@playwright/test'
import { waitUntilIdle } from '../support/page-idle.ts'
import { navigation as entries } from '../support/pages.ts'
import { expect, test } from '../support/test.ts'
import {
  follow,
  overlayOf,
  skipIntro,
  stopClock,
  waitUntilLoaded,
} from '../support/transition-overlay.ts'

const nav = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const phone = { width: 390, height: 844 }
const wide = { width: 1440, height: 900 }

test.beforeEach(({ page }) => skipIntro(page))

test('the menu of a narrow screen opens, closes and traps the focus', async ({ page }) => {
  await page.setViewportSize(phone)
  await page.goto('/cafe')
  await waitUntilLoaded(page)
  const toggle = page.getByRole('button', { name: 'Open menu' })

  await test.step('opens and closes with its button, shows the same entries, and fits the screen', async () => {
    await expect(nav(page)).toBeHidden()
    await expect(toggle).toHaveAttribute('aria-expanded', 'false')
    await toggle.click()
    await expect(nav(page).locator('li a')).toHaveText(entries.map(([label]) => label))
    await expect(nav(page).getByRole('link', { name: 'CAFE', exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    )
    for (const link of await nav(page).getByRole('link').all()) {
      const box = await link.boundingBox()
      expect(box && box.x >= 0 && box.x + box.width <= phone.width).toBe(true)
    }
    expect(await nav(page).evaluate((menu) => menu.scrollWidth <= menu.clientWidth)).toBe(true)
    await page.getByRole('button', { name: 'Close menu' }).click()
    await expect(nav(page)).toBeHidden()
    await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  })

  await test.step('traps the focus, and returns it on Escape', async () => {
    await toggle.focus()
    await page.keyboard.press('Enter')
    await expect(nav(page)).toBeVisible()
    const stops = await nav(page).locator('a, button').count()
    // The focus starts at the first stop, so the presses pass both edges.
    for (const key of [...Array(stops + 1).fill('Tab'), ...Array(3).fill('Shift+Tab')]) {
      await page.keyboard.press(key)
      expect(await nav(page).evaluate((menu) => menu.contains(document.activeElement))).toBe(true)
    }
    await page.keyboard.press('Escape')
    await expect(nav(page)).toBeHidden()
    await expect(toggle).toBeFocused()
  })

  await test.step('has the telephone beside its button, also further down the page', async () => {
    const call = page.getByRole('banner').getByRole('link', { name: 'Ring us: 0114 496 0184' })
    await expect(call).toHaveAttribute('href', 'tel:01144960184')
    await page.mouse.wheel(0, 2000)
    await expect(call).toBeInViewport()
    await page.setViewportSize(wide)
    await expect(call).toBeHidden()
    await page.setViewportSize(phone)
  })

  await test.step('closes on navigation', async () => {
    await toggle.click()
    await nav(page).getByRole('link', { name: 'BEER', exact: true }).click()
    await expect(overlayOf(page)).toBeVisible()
    await expect(page).toHaveURL('/beer')
    await expect(nav(page)).toBeHidden()
    await expect(overlayOf(page)).toBeHidden()
  })

  await test.step('is beside the brand, which links to the home page', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Common People' }).click()
    await expect(page).toHaveURL('/')
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the menu opens, closes on Escape, and its links work without the overlay', async ({
    page,
  }) => {
    await page.setViewportSize(phone)
    await page.goto('/cafe')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(nav(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(nav(page)).toBeHidden()
    await page.getByRole('button', { name: 'Open menu' }).click()
    await nav(page).getByRole('link', { name: 'BEER', exact: true }).click()
    await expect(page).toHaveURL('/beer')

    await page.setViewportSize(wide)
    await page.goto('/')
    await expect(overlayOf(page)).toBeHidden()
    await nav(page).getByRole('link', { name: 'CAFE', exact: true }).click()
    await expect(page).toHaveURL('/cafe')
  })
})

test('the navigation’s entries have the labels and paths of the sections, in order, and load pictures in advance', async ({
  page,
}) => {
  const entry = (name: string) => nav(page).getByRole('link', { name, exact: true })
  const addressesOf = async (name: string) => {
    const addresses = (await entry(name).getAttribute('data-preload'))?.split(' ') ?? []
    expect(addresses, name).toHaveLength(3)
    return addresses
  }
  // Records only images that scripts create. The page itself may load the same pictures.
  await page.addInitScript(() => {
    const urls: string[] = []
    const connection = { effectiveType: '4g' }
    Object.assign(window, { preloaded: urls, connection })
    Object.defineProperty(navigator, 'connection', { value: connection })
    const source = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, 'src')
    Object.defineProperty(HTMLImageElement.prototype, 'src', {
      ...source,
      set(value: string) {
        if (!this.isConnected) urls.push(value)
        source?.set?.call(this, value)
      },
    })
  })
  const preloaded = () =>
    page.evaluate(() => (window as unknown as { preloaded: string[] }).preloaded)
  const forgetPreloaded = () =>
    page.evaluate(() => {
      ;(window as unknown as { preloaded: string[] }).preloaded.length = 0
    })
  const leave = () => page.mouse.move(0, 500)
  await page.clock.install()
  await page.goto('/privacy')
  await waitUntilLoaded(page)

  const links = nav(page).locator('li a')
  await expect(links).toHaveText(entries.map(([label]) => label))
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(
    entries.map(([, path]) => path),
  )

  for (const [how, name, act] of [
    ['hovering', 'HALL', () => entry('HALL').hover()],
    ['focusing', 'BEER', () => entry('BEER').focus()],
  ] as const) {
    await test.step(`${how} an entry loads three pictures of its section`, async () => {
      const addresses = await addressesOf(name)
      await forgetPreloaded()
      await act()
      expect(await preloaded()).toEqual(addresses)
      await leave()
      await act()
      expect(await preloaded()).toEqual(addresses)
      await leave()
    })
  }

  await test.step('a failed picture only logs a warning', async () => {
    const [address = ''] = await addressesOf('CAFE')
    await page.route(`**${address}`, (route) =>
      route.fulfill({ status: 200, contentType: 'image/avif', body: 'no picture' }),
    )
    const warning = page.waitForEvent('console', (message) => message.text().includes(address))
    await entry('CAFE').hover()
    expect((await warning).type()).toBe('warning')
    await leave()
  })

  for (const [what, name, effectiveType, viewport] of [
    ['a 2g connection', 'KITCHENS', '2g', wide],
    ['a slow-2g connection', 'COMMUNITY', 'slow-2g', wide],
    ['a narrow screen', 'COCKTAILS', '4g', phone],
  ] as const) {
    await test.step(`${what} loads two pictures immediately, and the third a second later`, async () => {
      await page.setViewportSize(viewport)
      await page.evaluate((type) => {
        ;(window as unknown as { connection: { effectiveType: string } }).connection.effectiveType =
          type
      }, effectiveType)
      if (viewport === phone) await page.getByRole('button', { name: 'Open menu' }).click()
      const addresses = await addressesOf(name)
      await stopClock(page)
      await forgetPreloaded()
      await entry(name).focus()
      expect(await preloaded()).toEqual(addresses.slice(0, 2))
      await page.clock.runFor(900)
      expect(await preloaded()).toEqual(addresses.slice(0, 2))
      await page.clock.runFor(200)
      await expect.poll(preloaded).toEqual(addresses)
      await page.clock.resume()
    })
  }
})

test('paths with upper-case letters are corrected if their first segment is known', {
  tag: '@extended',
}, async ({ page }) => {
  const setAddress = (path: string) =>
    page.evaluate((to) => {
      history.pushState(history.state, '', to)
      dispatchEvent(new PopStateEvent('popstate', { state: null }))
    }, path)
  /** Expects that no navigation starts and the URL stays unchanged. */
  const expectUnchanged = async (path: string) => {
    await waitUntilIdle(page)
    await expect(overlayOf(page)).toBeHidden()
    await expect(page).toHaveURL(path)
  }
  await page.goto('/cafe')
  await waitUntilLoaded(page)

  await test.step('with an unknown first segment are unchanged', async () => {
    await setAddress('/Somewhere')
    await expectUnchanged('/Somewhere')
  })

  await test.step('are corrected in the browser, except while somebody types', async () => {
    await page.evaluate(() => {
      const input = document.body.appendChild(document.createElement('input'))
      input.focus()
    })
    await setAddress('/CAFE')
    await expectUnchanged('/CAFE')
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await setAddress('/CAFE')
    await expect(page).toHaveURL('/cafe')
  })

  await test.step('redirect to lower case, from links and as a typed address', async () => {
    await follow(page, '/BEER')
    await expect(page).toHaveURL('/beer')
    await page.goto('/Hall?from=poster')
    await expect(page).toHaveURL('/hall?from=poster')
  })
})

test.describe('the installed app', () => {
  const flag = (page: Page) =>
    page.evaluate(() => document.documentElement.dataset.installed !== undefined)

  test('is marked on every page and, by a cookie, for the server', async ({ page, context }) => {
    await page.addInitScript(() => {
      const matchMedia = window.matchMedia.bind(window)
      window.matchMedia = (query) =>
        matchMedia(query.includes('display-mode: standalone') ? 'all' : query)
    })
    await page.goto('/cafe')
    await waitUntilLoaded(page)
    expect(await flag(page)).toBe(true)
    expect(await page.evaluate(() => sessionStorage.getItem('app_initialized'))).toBe('true')
    const cookie = (await context.cookies()).find(({ name }) => name === 'common-room-installed')
    expect(cookie).toMatchObject({ value: '1', path: '/', sameSite: 'Lax' })
    await nav(page).getByRole('link', { name: 'BEER', exact: true }).click()
    await expect(page).toHaveURL('/beer')
    expect(await flag(page)).toBe(true)
  })

  test('leaves no mark and no cookie in an ordinary tab', { tag: '@extended' }, async ({
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

test.describe('animations and carousels', () => {
  const addCarousel = (page: Page) =>
    page.evaluate(() => {
      const strip = document.createElement('div')
      const names = { previous: 'Previous', pauseLabel: 'Pause', next: 'Next' }
      Object.assign(strip.dataset, { carousel: 'Test pictures', ...names })
      strip.style.cssText =
        'position:fixed;inset:100px auto auto 100px;z-index:99;width:300px;display:flex;overflow-x:auto'
      for (const name of ['one', 'two', 'three']) {
        const slide = document.createElement('div')
        slide.dataset.slide = ''
        slide.style.cssText = 'flex:none;width:300px;height:100px;background:#888'
        slide.textContent = name
        strip.append(slide)
      }
      document.body.append(strip)
      document.dispatchEvent(new Event('astro:page-load'))
    })
  const strip = (page: Page) => page.getByRole('region', { name: 'Test pictures' })
  const control = (page: Page, name: string) =>
    page.getByRole('group', { name: 'Test pictures' }).getByRole('button', { name })
  const position = (page: Page) =>
    strip(page).evaluate((element) => Math.round(element.scrollLeft / 300))

  test('animations wait until the window has loaded, carousels a second longer', {
    tag: '@extended',
  }, async ({ page }) => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('/slow-picture.png', async (route) => {
      await released
      await route.fulfill({
        status: 200,
        contentType: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
      })
    })
    await page.route('/kitchens', async (route) => {
      const response = await route.fetch()
      const more =
        '<img src="/slow-picture.png" alt=""><b id="moving" style="animation:spin 9s infinite">x</b></main>'
      await route.fulfill({ response, body: (await response.text()).replace('</main>', more) })
    })
    await page.clock.install()
    await page.goto('/kitchens', { waitUntil: 'domcontentloaded' })
    await addCarousel(page)
    const moving = page.locator('#moving')
    await expect(moving).toHaveCSS('animation-play-state', 'paused')
    await page.clock.fastForward(1300)
    await expect(strip(page)).toHaveAttribute('data-turning', 'false')
    release()
    await waitUntilLoaded(page)
    const loadedAt = Date.now()
    await expect(moving).toHaveCSS('animation-play-state', 'running')
    await expect(strip(page)).toHaveAttribute('data-turning', 'true')
    expect(Date.now() - loadedAt).toBeGreaterThan(800)
  })

  test('a carousel is operated with buttons and keyboard, advances by itself, and stops for pause, pointer and focus', async ({
    page,
  }) => {
    await page.goto('/kitchens')
    await waitUntilLoaded(page)
    await addCarousel(page)
    const expectTurning = (value: boolean) =>
      expect(strip(page)).toHaveAttribute('data-turning', String(value))
    const leaveCarousel = async () => {
      await page.mouse.move(0, 0)
      await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    }
    await expectTurning(true)

    await control(page, 'Next').click()
    await expect.poll(() => position(page)).toBe(1)
    await control(page, 'Previous').click()
    await expect.poll(() => position(page)).toBe(0)
    await control(page, 'Previous').click()
    await expect.poll(() => position(page)).toBe(2)
    await strip(page).focus()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => position(page)).toBe(1)
    await expectTurning(false)

    await leaveCarousel()
    await expectTurning(true)
    await expect.poll(() => position(page), { timeout: 8000 }).toBe(2)

    await control(page, 'Pause').click()
    await leaveCarousel()
    await expect(control(page, 'Pause')).toHaveAttribute('aria-pressed', 'true')
    await expectTurning(false)
    await control(page, 'Pause').click()
    await page.mouse.move(0, 0)
    await expectTurning(false)
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await expectTurning(true)

    await strip(page).hover()
    await expectTurning(false)
    await page.mouse.move(0, 0)
    await expectTurning(true)
    await strip(page).focus()
    await expectTurning(false)
  })

  test('a carousel does not advance and has no pause button with reduced motion', {
    tag: '@extended',
  }, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.clock.install()
    await page.goto('/kitchens')
    await waitUntilLoaded(page)
    await addCarousel(page)
    await page.clock.fastForward(10_000)
    await expect(strip(page)).toHaveAttribute('data-turning', 'false')
    await expect(page.getByRole('button', { name: 'Pause' })).toHaveCount(0)
    await control(page, 'Next').click()
    expect(await position(page)).toBe(1)
  })
})
