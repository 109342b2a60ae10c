import type { Page } from '@playwright/test'
import { accessibilityViolations } from '../support/accessibility.ts'
import {
  nudgeButtonOn,
  postOnChannel,
  postToWindow,
  storeNudgeValue,
} from '../support/nudges-browser.ts'
import { everySize } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'
import { follow, waitUntilLoaded } from '../support/transition-overlay.ts'

test.use({ expectedErrors: [/status of (403|404|429|503)/] })

const show = (url: unknown, more: object = {}) => ({ type: 'SHOW_NUDGE', url, ...more })
const readStoredNudge = (page: Page) =>
  page.evaluate(() => ({
    url: sessionStorage.getItem('nudge_url'),
    clicked: sessionStorage.getItem('nudge_clicked'),
  }))

/** Opens a page that listens for nudges. */
async function open(visit: (path: string) => Promise<Page>, path = '/cafe'): Promise<Page> {
  const page = await visit(path)
  await waitUntilLoaded(page)
  return page
}

test('a nudge is a round button that disappears when the path changes', async ({
  visit,
  baseURL,
}) => {
  const page = await open(visit)
  const button = nudgeButtonOn(page)

  await test.step('the button moves aside while it would cover the focused element', async () => {
    await page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), {
        href: '/hall',
        textContent: 'Corner',
      })
      link.id = 'corner'
      link.style.cssText = 'position: fixed; right: 2rem; bottom: 2rem'
      document.body.append(link)
    })
    await postToWindow(page, show('/beer'))
    await expect(button).toBeVisible()
    const left = async () => (await button.boundingBox())?.x ?? 0
    expect(await left()).toBeGreaterThan(100)
    await page.locator('#corner').focus()
    await expect.poll(left).toBeLessThan(100)
    await button.focus()
    await page.locator('main').focus()
    await expect.poll(left).toBeGreaterThan(100)
    await page.locator('#corner').evaluate((link) => link.remove())
  })

  await test.step('the button disappears when the path changes, unless the new path is the one with which the document was opened', async () => {
    await postToWindow(page, show('/hall'))
    await follow(page, '/beer')
    await expect(page).toHaveURL('/beer')
    await expect(nudgeButtonOn(page)).toBeHidden()
    await postToWindow(page, show('/hall'))
    await expect(nudgeButtonOn(page)).toBeVisible()
    await follow(page, '/cafe')
    await expect(page).toHaveURL('/cafe')
    await expect(nudgeButtonOn(page)).toBeVisible()
  })

  await test.step('the button is at the bottom right, and a click on it opens the nudge’s page', async () => {
    await postToWindow(page, show('/beer', { title: 'Saison', text: 'The first ten taste it.' }))
    await expect(button).toHaveText('CLICK ME')
    await expect(page.locator('[data-nudge-host]')).toContainText('Saison: The first')
    expect(await readStoredNudge(page)).toEqual({ url: '/beer', clicked: null })
    // The specification gives the button a label that differs from its text.
    const violations = await accessibilityViolations(page)
    expect(violations.filter((each) => !/^label-content-name-mismatch: .nudge/.test(each))).toEqual(
      [],
    )
    for (const size of everySize) {
      await page.setViewportSize(size)
      const box = await button.boundingBox()
      if (!box) throw new Error('The button is not visible.')
      expect(size.width - box.x - box.width).toBeLessThan(60)
      expect(size.height - box.y - box.height).toBeLessThan(60)
      expect(Math.abs(box.width - box.height)).toBeLessThan(2)
    }
    await button.click()
    await expect(button).toBeHidden()
    await expect(page).toHaveURL('/beer')
    expect(await readStoredNudge(page)).toEqual({ url: null, clicked: 'true' })
  })

  await test.step('a full URL opens in a new tab, which cannot access this tab', async () => {
    await postToWindow(page, show(`${baseURL}/hall`))
    const [tab] = await Promise.all([page.waitForEvent('popup'), nudgeButtonOn(page).click()])
    await expect(tab).toHaveURL('/hall')
    expect(await tab.evaluate(() => window.opener)).toBe(null)
    await expect(page).toHaveURL('/beer')
  })
})

test('the windows of a browser share one live connection, and only one of them shows a nudge', async ({
  visit,
  context,
}) => {
  const connections: string[] = []
  context.on('request', (request) => {
    if (request.url().includes('/api/nudge/live')) connections.push(request.url())
  })
  const first = await open(visit)
  await expect.poll(() => connections.length).toBe(1)
  // Each window sends a test message on the channel after it has requested the connection.
  const message = first.evaluate(
    () =>
      new Promise((resolve) => {
        new BroadcastChannel('nudge-notification').onmessage = ({ data }) => resolve(data)
      }),
  )
  const second = await context.newPage()
  await second.goto('/cafe')
  expect(await message).toEqual({ type: 'TEST', timestamp: expect.any(Number) })
  expect(connections).toHaveLength(1)
  await waitUntilLoaded(second)

  await test.step('only one of two tabs shows a nudge with an id, and only once', async () => {
    for (let time = 0; time < 2; time++) await postOnChannel(first, show('/beer', { id: '7' }))
    const shown = async () =>
      (await nudgeButtonOn(first).count()) + (await nudgeButtonOn(second).count())
    await expect.poll(shown).toBe(1)
    const showing = (await nudgeButtonOn(first).count()) ? first : second
    await nudgeButtonOn(showing).click()
    // A nudge ends when its window shows the next path, so the next nudge is posted only afterwards.
    await expect(showing).toHaveURL('/beer')
    await postOnChannel(second, show('/beer', { id: '7' }))
    // This nudge is processed after the repeated nudge.
    await postToWindow(first, show('/hall', { id: '8' }))
    await expect(nudgeButtonOn(first)).toBeVisible()
    expect((await readStoredNudge(first)).url).toBe('/hall')
    await expect(nudgeButtonOn(second)).toHaveCount(0)
  })

  await test.step('another window takes over the connection when the first one closes', async () => {
    expect(connections).toHaveLength(1)
    await first.close()
    await expect.poll(() => connections.length).toBe(2)
  })
})

test('a window gets nudges from the live connection and from the local database', {
  tag: '@extended',
}, async ({ page, visit }) => {
  await test.step('a window without push gets nudges by the live connection', async () => {
    const nudge = { id: '7', url: '/beer', title: 'Saison', text: 'Come', expires_at: '2099-01-01' }
    await page.route('/api/nudge/live*', (route) =>
      route.fulfill({
        contentType: 'text/event-stream',
        body: `retry: 60000\n\nevent: nudge\ndata: ${JSON.stringify(nudge)}\n\n`,
      }),
    )
    await open(visit)
    await expect(nudgeButtonOn(page)).toBeVisible()
    await nudgeButtonOn(page).click()
    await expect(page).toHaveURL('/beer')
    await page.unroute('/api/nudge/live*')
  })

  await test.step('a stored nudge is found after the page has loaded, and when the window gets the focus', async () => {
    await storeNudgeValue(page, 'delivery_pending', { url: '/cafe', id: '9' })
    await page.reload()
    await nudgeButtonOn(page).click()
    await expect(page).toHaveURL('/cafe')
    await storeNudgeValue(page, 'current', { url: 'undefined' })
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await storeNudgeValue(page, 'current', { url: '/hall' })
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await expect(nudgeButtonOn(page)).toBeVisible()
  })
})

test('nudges work where storage, database, locks and channel are blocked', {
  tag: '@extended',
}, async ({ page }) => {
  await page.addInitScript(() => {
    const blocked = () => {
      throw new DOMException('blocked', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
      Object.defineProperty(window, name, { get: blocked })
    }
    Object.defineProperty(window, 'BroadcastChannel', { value: undefined })
    Object.defineProperty(navigator, 'locks', { value: { request: async () => blocked() } })
  })
  await page.goto('/cafe')
  await waitUntilLoaded(page)
  await postToWindow(page, show('/beer', { id: '7' }))
  await nudgeButtonOn(page).click()
  await expect(page).toHaveURL('/beer')
  await expect(nudgeButtonOn(page)).toBeHidden()
})
