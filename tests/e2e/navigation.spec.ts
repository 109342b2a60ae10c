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

test.beforeEach(({ page }) => skipIntro(page))

test('the entries have the labels and paths of the venue’s sections, in order', async ({
  page,
}) => {
  await page.goto('/privacy')
  const links = nav(page).locator('li a')
  await expect(links).toHaveText(entries.map(([label]) => label))
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(
    entries.map(([, path]) => path),
  )
  await expect(nav(page).locator('[aria-current]')).toHaveCount(0)
})

for (const [label, path] of entries) {
  test(`${path} marks ${label}, and nothing else, as the current page`, async ({ page }) => {
    await page.goto(path)
    await expect(nav(page).locator('[aria-current]')).toHaveText([label])
    await expect(nav(page).locator('[aria-current]')).toHaveAttribute('aria-current', 'page')
  })
}

test('the brand links to the home page', async ({ page }) => {
  await page.goto('/cafe')
  await waitUntilLoaded(page)
  await page.getByRole('banner').getByRole('link', { name: 'Common People' }).click()
  await expect(page).toHaveURL('/')
})

test.describe('the menu of a narrow screen', () => {
  test.use({ viewport: phone })

  test('has the telephone beside its button, also further down the page', async ({ page }) => {
    await page.goto('/cafe')
    await waitUntilLoaded(page)
    const call = page.getByRole('banner').getByRole('link', { name: 'Ring us: 0114 496 0184' })
    await expect(call).toHaveAttribute('href', 'tel:01144960184')
    await page.mouse.wheel(0, 2000)
    await expect(call).toBeInViewport()
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect(call).toBeHidden()
  })

  test('opens and closes with its button, and shows the same entries', async ({ page }) => {
    await page.goto('/cafe')
    await waitUntilLoaded(page)
    await expect(nav(page)).toBeHidden()
    const toggle = page.getByRole('button', { name: 'Open menu' })
    await expect(toggle).toHaveAttribute('aria-expanded', 'false')
    await toggle.click()
    await expect(nav(page).locator('li a')).toHaveText(entries.map(([label]) => label))
    await expect(nav(page).getByRole('link', { name: 'CAFE', exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    )
    await page.getByRole('button', { name: 'Close menu' }).click()
    await expect(nav(page)).toBeHidden()
    await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  })

  test('traps the focus, and returns it on Escape', async ({ page }) => {
    await page.goto('/cafe')
    await waitUntilLoaded(page)
    const toggle = page.getByRole('button', { name: 'Open menu' })
    await toggle.focus()
    await page.keyboard.press('Enter')
    await expect(nav(page)).toBeVisible()
    for (let presses = 0; presses < 25; presses++) {
      await page.keyboard.press('Tab')
      expect(await nav(page).evaluate((menu) => menu.contains(document.activeElement))).toBe(true)
    }
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press('Shift+Tab')
      expect(await nav(page).evaluate((menu) => menu.contains(document.activeElement))).toBe(true)
    }
    await page.keyboard.press('Escape')
    await expect(nav(page)).toBeHidden()
    await expect(toggle).toBeFocused()
  })

  test('closes on navigation', async ({ page }) => {
    await page.goto('/cafe')
    await waitUntilLoaded(page)
    await page.getByRole('button', { name: 'Open menu' }).click()
    await nav(page).getByRole('link', { name: 'BEER', exact: true }).click()
    await expect(overlayOf(page)).toBeVisible()
    await expect(page).toHaveURL('/beer')
    await expect(nav(page)).toBeHidden()
    await expect(overlayOf(page)).toBeHidden()
  })

  test('fits the screen', async ({ page }) => {
    await page.goto('/cafe')
    await waitUntilLoaded(page)
    await page.getByRole('button', { name: 'Open menu' }).click()
    for (const link of await nav(page).getByRole('link').all()) {
      const box = await link.boundingBox()
      expect(box && box.x >= 0 && box.x + box.width <= phone.width).toBe(true)
    }
    expect(await nav(page).evaluate((menu) => menu.scrollWidth <= menu.clientWidth)).toBe(true)
  })

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false })

    test('opens, closes on Escape, and its links work', async ({ page }) => {
      await page.goto('/cafe')
      await page.getByRole('button', { name: 'Open menu' }).click()
      await expect(nav(page)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(nav(page)).toBeHidden()
      await page.getByRole('button', { name: 'Open menu' }).click()
      await nav(page).getByRole('link', { name: 'BEER', exact: true }).click()
      await expect(page).toHaveURL('/beer')
    })
  })
})

test.describe('pictures loaded in advance', () => {
  const addressesOf = async (page: Page, name: string) => {
    const preload = await nav(page)
      .getByRole('link', { name, exact: true })
      .getAttribute('data-preload')
    return preload?.split(' ') ?? []
  }
  // Records only images that scripts create. The page itself may load the same pictures.
  const recordImages = (page: Page) =>
    page.addInitScript(() => {
      const urls: string[] = []
      Object.assign(window, { preloaded: urls })
      const source = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, 'src')
      Object.defineProperty(HTMLImageElement.prototype, 'src', {
        ...source,
        set(value: string) {
          if (!this.isConnected) urls.push(value)
          source?.set?.call(this, value)
        },
      })
    })
  const preloaded = (page: Page) =>
    page.evaluate(() => (window as unknown as { preloaded: string[] }).preloaded)

  test.beforeEach(({ page }) => recordImages(page))

  for (const [how, act] of [
    ['hovering', (page: Page) => nav(page).getByRole('link', { name: 'HALL' }).hover()],
    ['focusing', (page: Page) => nav(page).getByRole('link', { name: 'HALL' }).focus()],
  ] as const) {
    test(`${how} an entry loads three pictures of its section`, async ({ page }) => {
      await page.goto('/privacy')
      await waitUntilLoaded(page)
      const addresses = await addressesOf(page, 'HALL')
      expect(addresses).toHaveLength(3)
      await act(page)
      expect(await preloaded(page)).toEqual(addresses)
      await page.mouse.move(0, 500)
      await act(page)
      expect(await preloaded(page)).toEqual(addresses)
    })
  }

  for (const [name, connection, viewport] of [
    ['a narrow screen', '4g', phone],
    ['a 2g connection', '2g', { width: 1440, height: 900 }],
    ['a slow-2g connection', 'slow-2g', { width: 1440, height: 900 }],
  ] as const) {
    test(`${name} loads two pictures immediately, and the third a second later`, async ({
      page,
    }) => {
      await page.setViewportSize(viewport)
      await page.addInitScript((effectiveType) => {
        Object.defineProperty(navigator, 'connection', { value: { effectiveType } })
      }, connection)
      await page.clock.install()
      await page.goto('/privacy')
      await waitUntilLoaded(page)
      if (viewport === phone) await page.getByRole('button', { name: 'Open menu' }).click()
      const addresses = await addressesOf(page, 'HALL')
      await stopClock(page)
      await nav(page).getByRole('link', { name: 'HALL' }).focus()
      expect(await preloaded(page)).toEqual(addresses.slice(0, 2))
      await page.clock.runFor(900)
      expect(await preloaded(page)).toEqual(addresses.slice(0, 2))
      await page.clock.runFor(200)
      await expect.poll(() => preloaded(page)).toEqual(addresses)
    })
  }

  test('a failed picture only logs a warning', async ({ page }) => {
    await page.goto('/privacy')
    await waitUntilLoaded(page)
    const [address] = await addressesOf(page, 'HALL')
    await page.route(`**${address}`, (route) =>
      route.fulfill({ status: 200, contentType: 'image/avif', body: 'no picture' }),
    )
    const warning = page.waitForEvent('console', (message) =>
      message.text().includes(address ?? ''),
    )
    await nav(page).getByRole('link', { name: 'HALL' }).hover()
    expect((await warning).type()).toBe('warning')
  })
})

test.describe('upper-case paths', () => {
  const setAddress = (page: Page, path: string) =>
    page.evaluate((to) => {
      history.pushState(history.state, '', to)
      dispatchEvent(new PopStateEvent('popstate', { state: null }))
    }, path)
  /** Expects that no navigation starts and the address stays unchanged. */
  const expectUnchanged = async (page: Page, path: string) => {
    await waitUntilIdle(page)
    await expect(overlayOf(page)).toBeHidden()
    await expect(page).toHaveURL(path)
  }

  test('redirect to lower case, from links and as a typed address', async ({ page }) => {
    await page.goto('/cafe')
    await waitUntilLoaded(page)
    await follow(page, '/BEER')
    await expect(page).toHaveURL('/beer')
    await page.goto('/Hall?from=poster')
    await expect(page).toHaveURL('/hall?from=poster')
  })

  test('are corrected in the browser, except while somebody types', async ({ page }) => {
    await page.goto('/cafe')
    await waitUntilLoaded(page)
    await page.evaluate(() => {
      const input = document.body.appendChild(document.createElement('input'))
      input.focus()
    })
    await setAddress(page, '/CAFE')
    await expectUnchanged(page, '/CAFE')
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await setAddress(page, '/CAFE')
    await expect(page).toHaveURL('/cafe')
  })

  test('with an unknown first segment are unchanged', async ({ page }) => {
    await page.goto('/cafe')
    await waitUntilLoaded(page)
    await setAddress(page, '/Somewhere')
    await expectUnchanged(page, '/Somewhere')
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

  test('animations wait until the window has loaded, carousels a second longer', async ({
    page,
  }) => {
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

  test('a carousel advances by itself, and stops for pause, pointer and focus', async ({
    page,
  }) => {
    await page.goto('/kitchens')
    await waitUntilLoaded(page)
    await addCarousel(page)
    const expectTurning = (value: boolean) =>
      expect(strip(page)).toHaveAttribute('data-turning', String(value))
    await expectTurning(true)
    await expect.poll(() => position(page), { timeout: 8000 }).toBe(1)

    await control(page, 'Pause').click()
    await page.mouse.move(0, 0)
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
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

  test('a carousel is operated with buttons and keyboard', async ({ page }) => {
    await page.goto('/kitchens')
    await waitUntilLoaded(page)
    await addCarousel(page)
    await control(page, 'Next').click()
    await expect.poll(() => position(page)).toBe(1)
    await control(page, 'Previous').click()
    await expect.poll(() => position(page)).toBe(0)
    await control(page, 'Previous').click()
    await expect.poll(() => position(page)).toBe(2)
    await strip(page).focus()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => position(page)).toBe(1)
  })

  test('a carousel does not advance and has no pause button with reduced motion', async ({
    page,
  }) => {
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
