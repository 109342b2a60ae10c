import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'
import { follow, overlayOf, skipIntro, waitUntilLoaded } from '../support/transition-overlay.ts'

test.use({
  serviceWorkers: 'allow',
  expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|404|401|403/],
})

/** Visits a page and waits until the service worker controls it. */
async function visitWithWorker(page: Page, path = '/cafe'): Promise<void> {
  await skipIntro(page)
  await page.goto(path)
  await waitUntilLoaded(page)
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
}

const cachedPaths = (page: Page) =>
  page.evaluate(async () => {
    const paths: string[] = []
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys())
        paths.push(new URL(url).pathname)
    }
    return paths
  })

async function goOffline(context: BrowserContext): Promise<void> {
  await context.setOffline(true)
}

test('visited pages are available offline, others show the offline page', async ({
  page,
  context,
}) => {
  await test.step('visited pages are stored', async () => {
    // The first page was loaded before the service worker was active.
    await visitWithWorker(page)
    expect(await cachedPaths(page)).toEqual(expect.arrayContaining(['/cafe', '/press/logo.svg']))
    await page.goto('/beer')
    await expect.poll(() => cachedPaths(page)).toContain('/beer')
    await page.goto('/')
    await waitUntilLoaded(page)
    await expect.poll(async () => (await cachedPaths(page)).join()).toContain('/_astro/refresh.')
    await follow(page, '/hall')
    await expect.poll(() => cachedPaths(page)).toContain('/hall')
    await expect.poll(async () => (await cachedPaths(page)).join()).toContain('BaseLayout')
  })

  await goOffline(context)
  await test.step('a visited page is available offline, with client navigation and without', async () => {
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-family', /Archivo Poster/)
    await follow(page, '/beer')
    await expect(page).toHaveURL('/beer')
    await expect(overlayOf(page)).toBeHidden()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveURL('/beer')
  })

  await test.step('an unvisited page shows the offline page, with hours and telephone', async () => {
    await follow(page, '/kitchens')
    await expect(page).toHaveURL('/kitchens')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/No\s*signal/i)
    await expect(page.getByText('Every day 7am–6pm').first()).toBeVisible()
    await expect(page.getByText('0114 496 0184').filter({ visible: true }).first()).toBeVisible()
    await expect(overlayOf(page)).toBeHidden()
    await page.evaluate(() => document.fonts.ready)
    expect(await page.evaluate(() => document.fonts.check('16px Archivo'))).toBe(true)
  })

  await test.step('a stored page that is opened offline shows what is open at that time', async () => {
    // Both days are Fridays after the last exception to the opening hours that the stored page contains.
    for (const [at, says] of [
      ['2031-11-21T12:00:00Z', /^Open now: /],
      ['2031-11-28T05:00:00Z', /^Closed: /],
    ] as const) {
      await page.clock.setFixedTime(at)
      await page.goto('/')
      await expect(page.locator('[data-open-line]')).toHaveText(says)
    }
  })
})

test('the worker caches what visitors need, and nothing personal', async ({ page, context }) => {
  await visitWithWorker(page)

  await test.step('a page from the network takes precedence over the cached one', async () => {
    const revalidated = page.waitForResponse(
      (response) => new URL(response.url()).pathname === '/cafe',
    )
    await page.reload()
    expect((await revalidated).ok()).toBe(true)
    const served = await page.evaluate(async () =>
      (await fetch('/cafe')).headers.get('x-request-id'),
    )
    const again = await page.evaluate(async () =>
      (await fetch('/cafe')).headers.get('x-request-id'),
    )
    expect(again).not.toBe(served)
  })

  await test.step('personal pages, the API, the admin and no-store responses are never cached', async () => {
    await page.evaluate(async () => {
      for (const path of [
        '/api/health',
        '/healthz',
        '/cms/login',
        '/admin/first',
        '/common-room/main',
        '/profile',
      ]) {
        await fetch(path).catch(() => {})
      }
      await fetch('/beer')
    })
    // The last page is stored, so the worker has processed the earlier requests.
    await expect.poll(() => cachedPaths(page)).toContain('/beer')
    const paths = await cachedPaths(page)
    expect(
      paths.filter((path) => /^\/(api|healthz|cms|admin|profile|common-room\/)/.test(path)),
    ).toEqual([])
  })

  await test.step('the number of cached pages is limited', async () => {
    await page.evaluate(async () => {
      for (let visit = 0; visit < 40; visit++) await fetch(`/privacy?visit=${visit}`)
    })
    const count = () =>
      page.evaluate(async () => (await (await caches.open('pages-1')).keys()).length)
    await expect.poll(count).toBeLessThanOrEqual(30)
    expect(await count()).toBeGreaterThan(20)
  })

  await test.step('a picture comes from the cache the second time', async () => {
    const [picture] = (
      (await page.locator('a[data-preload]').first().getAttribute('data-preload')) ?? ''
    ).split(' ')
    await page.evaluate((address) => fetch(address ?? ''), picture)
    await expect.poll(() => cachedPaths(page)).toContain(picture)
    await goOffline(context)
    expect(await page.evaluate(async (address) => (await fetch(address ?? '')).ok, picture)).toBe(
      true,
    )
  })
})

test('the worker is registered after the page has loaded, and takes over from older versions', async ({
  page,
}) => {
  await skipIntro(page)
  await page.addInitScript(() => {
    if (!navigator.serviceWorker.controller) void caches.open('pages-0')
    const register = navigator.serviceWorker.register.bind(navigator.serviceWorker)
    navigator.serviceWorker.register = (...given) => {
      Object.assign(window, { registeredIn: document.readyState })
      return register(...given)
    }
  })
  await page.goto('/cafe')

  await test.step('it is registered only after the page has loaded', async () => {
    await page.waitForFunction(() => 'registeredIn' in window)
    expect(
      await page.evaluate(() => (window as unknown as { registeredIn: string }).registeredIn),
    ).toBe('complete')
  })

  await test.step('caches of older versions are removed', async () => {
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
    await expect.poll(() => page.evaluate(() => caches.has('pages-0'))).toBe(false)
  })

  await test.step('navigation preload is enabled, so navigations do not wait for the worker to start', async () => {
    const state = await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      return registration.navigationPreload.getState()
    })
    expect(state.enabled).toBe(true)
  })
})
