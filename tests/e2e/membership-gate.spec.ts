import type { Locator } from '@playwright/test'
import { startDebounceMs } from '../../islands/members/gate/state.ts'
import { accessibilityViolations } from '../support/accessibility.ts'
import {
  draw,
  gateGesture,
  line,
  openGate,
  openGatePage,
  passkeyDialog,
  press,
  signIn,
  signInDialog,
} from '../support/gate-page.ts'
import { membershipOf } from '../support/membership.ts'
import { expect, test } from '../support/own-site.ts'
import { waitUntilIdle } from '../support/page-idle.ts'

test.use({ siteName: 'membership', expectedErrors: [/status of (400|401|403|404)/] })

test('the gate has its title, and a button whose dialog works by keyboard', async ({
  openPage,
  site,
  isMobile,
}) => {
  const page = await openPage()
  await page.clock.install()
  let bytes = 0
  const scripts: string[] = []
  page.on('response', async (response) => {
    if (response.request().resourceType() !== 'script') return
    scripts.push(response.url())
    bytes += Number(response.headers()['content-length'] ?? 0)
  })
  await openGatePage(page)
  const before = scripts.length
  const button = page.getByRole('button', { name: 'Sign in here' })

  await test.step('the scripts of the dialogs are not fetched before a dialog is about to open', async () => {
    // Each public page may load 12 KB of scripts before it can be used. The gate may load 40 KB more.
    expect(bytes).toBeLessThan((12 + 40) * 1024)
    expect(scripts.filter((url) => /react|mount|enter|flow/.test(url))).toEqual([])
    if (isMobile) return
    await button.hover()
    await expect.poll(() => scripts.length).toBeGreaterThan(before)
  })

  await test.step('the gate has its title, and a button as an alternative to the gesture', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('THE COMMON ROOM')
    await expect(button).toBeVisible()
    expect(await accessibilityViolations(page)).toEqual([])
  })

  await test.step('a dialog traps the focus, and returns it to the button', async () => {
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(passkeyDialog(page)).toBeVisible()
    expect(scripts.length).toBeGreaterThan(before)
    await expect(page.getByRole('button', { name: 'Use Face ID / Passkey' })).toBeFocused()
    for (let presses = 0; presses < 8; presses++) {
      await page.keyboard.press('Tab')
      const stop = await page.evaluate(() =>
        document.activeElement?.closest('dialog') ? document.activeElement.tagName : 'outside',
      )
      expect(stop).toBe('BUTTON')
    }
    await page.keyboard.press('Escape')
    await expect(passkeyDialog(page)).toHaveCount(0)
    await expect(button).toBeFocused()
    await page.clock.fastForward(startDebounceMs)
  })

  await test.step('reduced motion disables the animations', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openGate(page)
    const moving = await passkeyDialog(page).evaluate(
      (dialog) => dialog.getAnimations().filter(({ playState }) => playState === 'running').length,
    )
    expect(moving).toBe(0)
  })

  const screen = page.viewportSize()
  await test.step('the field and its button are reachable on the smallest phone with its keyboard open', async () => {
    await page.setViewportSize({ width: 320, height: 568 })
    await press(page, 'Email instead')
    // Simulates the part of the screen that stays visible above an open keyboard.
    await page.evaluate(() => {
      const view = window.visualViewport as VisualViewport
      Object.defineProperty(view, 'height', { value: 300, configurable: true })
      view.dispatchEvent(new Event('resize'))
    })
    // The dialog moves to its place.
    await expect
      .poll(async () => {
        const box = await signInDialog(page).boundingBox()
        return (box?.y ?? 999) + (box?.height ?? 999)
      })
      .toBeLessThanOrEqual(301)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    const send = page.getByRole('dialog').getByRole('button', { name: 'Send code' })
    await send.scrollIntoViewIfNeeded()
    const reached = await send.boundingBox()
    expect((reached?.y ?? 999) + (reached?.height ?? 999)).toBeLessThanOrEqual(301)
    expect(await accessibilityViolations(page)).toEqual([])
    await page.evaluate(() => {
      const view = window.visualViewport as VisualViewport
      Reflect.deleteProperty(view, 'height')
      view.dispatchEvent(new Event('resize'))
    })
    if (screen) await page.setViewportSize(screen)
    await page.keyboard.press('Escape')
    await page.clock.fastForward(startDebounceMs)
  })

  await test.step('signing in by email works by keyboard', async () => {
    const membership = membershipOf(site.server, site.database)
    const email = `keys-${test.info().project.name}@venue.example`
    await button.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Email instead' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog').getByLabel('Email', { exact: true })).toBeFocused()
    await page.keyboard.type(email)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog').getByLabel('Code', { exact: true })).toBeFocused()
    await page.keyboard.type(await membership.codeTo(email))
    await expect(page).toHaveURL(/\/common-room\/main$/)
  })
})

test('the gesture opens the gate, and other strokes do not', async ({ openPage, isMobile }) => {
  const page = await openPage()
  await page.clock.install()
  await openGatePage(page)

  await test.step('the gesture works on words and on pictures', async () => {
    for (const [x, y] of [
      [70, 330],
      [60, 120],
    ] as const) {
      await draw(page, gateGesture(x, y), isMobile)
      await expect(passkeyDialog(page)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(passkeyDialog(page)).toHaveCount(0)
      await page.clock.fastForward(startDebounceMs)
    }
  })

  if (isMobile) {
    await test.step('a horizontal stroke that turns downwards does not scroll the page', async () => {
      await draw(page, gateGesture(), true)
      await expect(passkeyDialog(page)).toBeVisible()
      expect(await page.evaluate(() => scrollY)).toBe(0)
      await page.keyboard.press('Escape')
      await draw(page, line([200, 600], [204, 300], 20), true)
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100)
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
      await page.clock.fastForward(startDebounceMs)
    })
  }

  await test.step('drawing with the mouse on the hero selects none of the words', async () => {
    const selectedBy = async (words: Locator) => {
      await page.evaluate(() => getSelection()?.removeAllRanges())
      await words.scrollIntoViewIfNeeded()
      const { x = 0, y = 0, width = 0, height = 0 } = (await words.boundingBox()) ?? {}
      await page.mouse.move(x + 2, y + height / 2)
      await page.mouse.down()
      await page.mouse.move(x + width - 2, y + height / 2, { steps: 8 })
      const selected = await page.evaluate(() => getSelection()?.toString())
      await page.mouse.up()
      return selected
    }
    const paragraph = page.getByText('Five things we’ll hold to.')
    // The page may still be scrolling after the previous stroke.
    await expect(async () => expect(await selectedBy(paragraph)).toContain('things')).toPass()
    expect(await selectedBy(page.getByRole('heading', { level: 1 }))).toBe('')
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  })

  await test.step('a swipe, a scroll and a stroke on a button open nothing', async () => {
    await draw(page, line([60, 330], [300, 336], 30), isMobile)
    await draw(page, line([200, 600], [206, 200], 30), isMobile)
    await draw(page, line([200, 200], [206, 600], 30), isMobile)
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    const button = await page.getByRole('button', { name: 'Sign in here' }).boundingBox()
    const { x = 0, y = 0 } = button ?? {}
    // Ignores submissions, because a click on the button submits the form. This step tests only the stroke.
    const gate = page.locator('form[data-gate]')
    const ignored = await gate.evaluateHandle((form) => {
      const controller = new AbortController()
      const ignore = (event: Event) => {
        event.preventDefault()
        event.stopImmediatePropagation()
      }
      form.addEventListener('submit', ignore, { signal: controller.signal })
      return controller
    })
    await draw(page, gateGesture(x + 12, y + 12), isMobile)
    await waitUntilIdle(page)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await ignored.evaluate((controller) => controller.abort())
  })

  if (isMobile) {
    await test.step('two fingers zoom and do not draw', async () => {
      const session = await page.context().newCDPSession(page)
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: object[]) =>
        session.send('Input.dispatchTouchEvent', { type, touchPoints: touchPoints as never })
      const points = gateGesture()
      const [first = [0, 0]] = points
      await touch('touchStart', [{ x: first[0], y: first[1], id: 0 }])
      await touch('touchStart', [
        { x: first[0], y: first[1], id: 0 },
        { x: 300, y: 600, id: 1 },
      ])
      for (const [x, y] of points) {
        await touch('touchMove', [
          { x, y, id: 0 },
          { x: 300, y: 600, id: 1 },
        ])
      }
      await touch('touchEnd', [])
      await waitUntilIdle(page)
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
  }

  await test.step('the gesture is still recognised', async () => {
    await draw(page, gateGesture(), isMobile)
    await expect(passkeyDialog(page)).toBeVisible()
  })
})

test.describe('when a request fails or is delayed', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] })

  test('the gate leads to the form page, and does not open after the visitor has left the page', {
    tag: '@extended',
  }, async ({ openPage, site }) => {
    const page = await openPage()

    await test.step('if the script of the dialogs fails to load, the form page is opened', async () => {
      await openGatePage(page)
      const scripts = /_astro\/.*(enter|mount)/
      await page.route(scripts, (route) => route.abort())
      await openGate(page)
      await expect(page).toHaveURL(/\/common-room\/sign-in/)
      await page.unroute(scripts)
    })

    await signIn(page, 'left@venue.example', site)
    for (const [what, path] of [
      ['the script', /_astro\/enter/],
      ['the session', /\/api\/auth\/user$/],
    ] as const) {
      await test.step(`leaving the page cancels the opening of the gate while it waits for ${what}`, async () => {
        await openGatePage(page)
        const released = Promise.withResolvers<void>()
        await page.route(path, async (route) => {
          await released.promise
          await route.continue()
        })
        const requested = page.waitForRequest(path)
        await openGate(page)
        await requested
        await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/beer"]')?.click())
        await expect(page).toHaveURL(/\/beer$/)
        await expect(page.locator('form[data-gate]')).toHaveCount(0)
        released.resolve()
        await waitUntilIdle(page)
        await expect(page).toHaveURL(/\/beer$/)
        await expect(page.locator('.ui-toast')).toHaveCount(0)
        await page.unroute(path)
      })
    }
  })
})

test.describe('without JavaScript', () => {
  test('forms sign in and sign out', async ({ browser, site }) => {
    const membership = membershipOf(site.server, site.database)
    const email = `plain-${test.info().project.name}@venue.example`
    const context = await browser.newContext({
      baseURL: site.server.url,
      javaScriptEnabled: false,
      viewport: test.info().project.use.viewport ?? null,
    })
    const page = await context.newPage()
    await page.goto('/common-room')
    await page.getByRole('button', { name: 'Sign in here' }).click()
    await expect(page).toHaveURL(/\/common-room\/sign-in\??$/)
    const [first, second] = [page.locator('form').nth(0), page.locator('form').nth(1)]
    await first.getByLabel('Email').fill(email)
    await first.getByRole('button', { name: 'Send code' }).click()
    await expect(page.getByRole('main').getByRole('status')).toContainText('A code is on its way.')
    // Only the first form asks for the address. The server knows to which address this browser requested a code.
    await expect(page.getByLabel('Email')).toHaveCount(1)
    await second.getByLabel('Code').fill('000000')
    await second.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('alert')).toHaveText('Invalid or expired code. Please try again.')
    expect(page.url()).not.toContain('venue.example')
    const code = await membership.codeTo(email)
    await second.getByLabel('Code').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
    await second.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL(/\/common-room\/main$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Make yourself\s+at home/)
    await page.goto('/common-room/member/profile')
    await expect(page.getByText(/^Changing these takes JavaScript/)).toBeVisible()
    await page.getByRole('button', { name: 'Sign out', exact: true }).first().click()
    await expect(page.getByRole('status')).toHaveText('You have been signed out.')
    expect(
      await membership.count(
        'member_sessions as s join members as m on m.id = s.member',
        'm.email = $1',
        [email],
      ),
    ).toBe(0)
    await page.goto('/common-room/main')
    await expect(page).toHaveURL(/\/common-room\?back=/)
    await context.close()
  })
})
