import {
  addAuthenticator,
  askForCode,
  codeFieldOn,
  expectInside,
  openGate,
  openGatePage,
  passkeyDialog,
  press,
  signIn,
  signInAtGate,
  signInDialog,
  toastOn,
} from '../support/gate-page.ts'
import { membershipOf } from '../support/membership.ts'
import { expect, test } from '../support/own-site.ts'
import { openUntilIdle, waitUntilIdle } from '../support/page-idle.ts'

test.use({ siteName: 'membership', expectedErrors: [/status of (401|403|503)/] })

const addressOf = (name: string) => `${name}-${test.info().project.name}@venue.example`
const members = { name: 'Members', exact: true } as const

test('the member menu appears after sign-in and offers to sign out', async ({ openPage, site }) => {
  const page = await openPage()
  const email = addressOf('menu')

  await test.step('the menu appears without layout shift', async () => {
    await openUntilIdle(page, '/cafe')
    await expect(page.getByRole('button', members)).toBeHidden()
    await signIn(page, email, site)
    await page.addInitScript(() => {
      const shifts: number[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.push((entry as never as { value: number }).value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await openUntilIdle(page, '/cafe')
    await expect(page.getByRole('button', members)).toBeVisible()
    expect(await page.evaluate(() => (window as never as { shifts: number[] }).shifts)).toEqual([])
    await page.getByRole('button', members).click()
    const menu = page.getByRole('navigation', members)
    await expect(menu.getByRole('listitem')).toHaveText([
      'My Home',
      'Dashboard',
      'Profile',
      'Ledger',
      'Moments',
      'Notifications',
      'Sign out',
    ])
    await expect(menu.getByRole('link', { name: 'Ledger' })).toHaveAttribute(
      'href',
      '/common-room/member/ledger',
    )
    await page.keyboard.press('Escape')
    // The menu of narrow screens has the pages too.
    const own = page.locator('.menu-facts [data-for-members]')
    await expect(own).toHaveText(['My Home', 'Dashboard', 'Profile', 'Ledger', 'Moments'])
    await page.getByRole('button', members).click()
    await menu.getByRole('link', { name: 'My Home' }).click()
    await expect(page).toHaveURL(/\/common-room\/member$/)
    await page.getByRole('button', members).click()
    await expect(menu.getByRole('link', { name: 'My Home' })).toHaveAttribute(
      'aria-current',
      'page',
    )
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
  })

  await test.step('a failed sign-out shows the reason and keeps the session', async () => {
    await page.route('**/api/auth/sign-out', (route) =>
      route.fulfill({ status: 503, json: { error: 'unavailable', message: 'Please come back.' } }),
    )
    await page.getByRole('button', members).click()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    const toast = toastOn(page, 'Sign out failed')
    await expect(toast).toContainText('Please come back.')
    await expect(toast).toHaveAttribute('data-tone', 'fault')
    await expect(page.getByRole('button', members)).toBeVisible()
    await page.unroute('**/api/auth/sign-out')
  })

  await test.step('signing out ends the session on the server, and Back shows no member page', async () => {
    await openUntilIdle(page, '/common-room/member/profile')
    await openUntilIdle(page, '/common-room/main')
    await page.getByRole('button', members).click()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect(toastOn(page, 'Signed out successfully')).toContainText(
      'You have been signed out.',
    )
    await expect(page).toHaveURL(/\/common-room$/)
    await expect(page.getByRole('button', members)).toBeHidden()
    expect(await page.evaluate(() => localStorage.getItem('common-room-session'))).toBeNull()
    expect((await page.request.get('/common-room/member', { maxRedirects: 0 })).status()).toBe(302)
    for (let back = 0; back < 2; back++) {
      await page.goBack()
      await expect(page).toHaveURL(/\/common-room(\?back=|$)/)
      await expect(page.getByText(email)).toHaveCount(0)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('THE COMMON ROOM')
    }
    const cached = await page.evaluate(async () => {
      const names = await caches.keys()
      const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return lists.flat().map(({ url }) => new URL(url).pathname)
    })
    expect(cached.filter((path) => /^\/(common-room\/.|profile)/.test(path))).toEqual([])
  })
})

test('a browser that has the session cookie but no stored session can sign out', {
  tag: '@extended',
}, async ({ openPage, site }) => {
  const page = await openPage()

  await test.step('the session is restored on a member page', async () => {
    await signIn(page, addressOf('cookie'), site)
    await page.evaluate(() => localStorage.clear())
    await openUntilIdle(page, '/cafe')
    await expect(page.getByRole('button', members)).toBeHidden()
    await openUntilIdle(page, '/common-room/member')
    await page.getByRole('button', members).click()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect(page).toHaveURL(/\/common-room$/)
    expect((await page.request.get('/common-room/member', { maxRedirects: 0 })).status()).toBe(302)
  })

  await test.step('a frozen tab does not delay signing out', async () => {
    await signIn(page, addressOf('sleeper'), site)
    const frozenTab = await page.context().newPage()
    await frozenTab.goto('/robots.txt')
    await frozenTab.evaluate(
      () =>
        new Promise<void>((resolve) => {
          void navigator.locks.request('common-room-session', () => {
            resolve()
            return new Promise(() => {})
          })
        }),
    )
    await page.evaluate(() => localStorage.clear())
    await openUntilIdle(page, '/common-room/member')
    await page.getByRole('button', members).click()
    await page.evaluate(() => localStorage.clear())
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect(toastOn(page, 'Signed out successfully')).toBeVisible()
    await expect(page).toHaveURL(/\/common-room$/)
    expect((await page.request.get('/common-room/member', { maxRedirects: 0 })).status()).toBe(302)
  })
})

test.describe('with a failing request', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] })

  test('a menu that failed to load is loaded on the next page', { tag: '@extended' }, async ({
    openPage,
    site,
  }) => {
    const page = await openPage()
    await signIn(page, addressOf('late'), site)
    await page.route(/_astro\/member-menu/, (route) => route.abort(), { times: 1 })
    await openUntilIdle(page, '/cafe')
    await expect(page.getByRole('button', members)).toBeHidden()
    await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/privacy"]')?.click())
    await expect(page).toHaveURL(/\/privacy$/)
    await expect(page.getByRole('button', members)).toBeVisible()
  })
})

test('a tab notices at its next check that its session has ended', { tag: '@extended' }, async ({
  openPage,
  site,
}) => {
  const page = await openPage()
  const stored = () => page.evaluate(() => localStorage.getItem('common-room-session'))
  const endSession = (email: string) =>
    membershipOf(site.server, site.database).query(
      `delete from member_sessions using members as m
        where member_sessions.member = m.id and m.email = $1`,
      [email],
    )

  await test.step('the session was ended elsewhere', async () => {
    const email = addressOf('ended')
    await signIn(page, email, site)
    await endSession(email)
    await openUntilIdle(page, '/cafe')
    await expect(page.getByRole('button', members)).toBeHidden()
    expect(await stored()).toBeNull()
  })

  await test.step('the session’s token has a wrong signature', async () => {
    await signIn(page, addressOf('forged'), site)
    await page.evaluate(() => {
      const name = 'common-room-session'
      const session = JSON.parse(localStorage.getItem(name) ?? '{}')
      const forged = `${session.access_token.slice(0, -12)}AAAAAAAAAAAA`
      localStorage.setItem(name, JSON.stringify({ ...session, access_token: forged }))
    })
    const response = page.waitForResponse('**/api/auth/user')
    await page.goto('/cafe')
    expect(await (await response).json()).toMatchObject({ message: 'Invalid JWT signature' })
    await expect.poll(stored).toBeNull()
  })

  await test.step('the sign-in page stays open', async () => {
    const email = addressOf('returns')
    await signIn(page, email, site)
    await page.context().clearCookies({ name: 'common-room-session' })
    await endSession(email)
    const replied = page.waitForResponse('**/api/auth/user')
    await page.goto('/common-room/sign-in')
    expect((await replied).status()).toBe(401)
    await expect.poll(stored).toBeNull()
    await waitUntilIdle(page)
    await expect(page).toHaveURL(/\/common-room\/sign-in$/)
  })
})

test('the tabs of a browser share its session', async ({ openPage, site }) => {
  const one = await openPage()
  const two = await one.context().newPage()
  const autoLinkCalls: string[] = []
  one.context().on('request', (request) => {
    if (request.url().endsWith('/api/auto-link-push-subscription'))
      autoLinkCalls.push(request.url())
  })

  await test.step('sign-in is shared by all tabs', async () => {
    await openUntilIdle(one, '/cafe')
    await signInAtGate(two, addressOf('tabs'), site)
    await expectInside(two)
    await expect(one.getByRole('button', members)).toBeVisible()
  })

  await test.step('the auto-link call runs one second after a sign-in, at most every 30 seconds', async () => {
    await expect.poll(() => autoLinkCalls.length).toBe(1)
    // Times of a fake clock are not valid in analytics, so this browser sends no events.
    const optOut = { name: 'analytics', value: 'off', url: site.server.url }
    await one.context().addCookies([optOut])
    const three = await one.context().newPage()
    await three.clock.install()
    await openUntilIdle(three, '/cafe')
    await three.clock.runFor(1500)
    await waitUntilIdle(three)
    expect(autoLinkCalls).toHaveLength(1)
    await three.close()
  })

  await test.step('sign-out is shared by all tabs', async () => {
    await openUntilIdle(one, '/common-room/member')
    await two.getByRole('button', members).click()
    await two.getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect(two).toHaveURL(/\/common-room$/)
    await expect(one).toHaveURL(/\/common-room$/)
    await expect(one.getByRole('button', members)).toBeHidden()
  })

  await test.step('a pending code of one member is not shown to the next member', async () => {
    await membershipOf(site.server, site.database).resetCodeLimits()
    await waitUntilIdle(one)
    await openGate(one)
    await press(one, 'Email instead')
    await askForCode(one, addressOf('asks'))
    await expect(codeFieldOn(one)).toBeVisible()
    await one.keyboard.press('Escape')
    await signIn(two, addressOf('others'), site)
    await one.getByRole('button', members).click()
    await one.getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect(one.getByRole('button', members)).toBeHidden()
    await openGate(one)
    await press(one, 'Email instead')
    await expect(signInDialog(one).getByLabel('Email', { exact: true })).toHaveValue('')
  })
})

test('an expired token is renewed once for all tabs', async ({ openPage, site }) => {
  const one = await openPage()
  await signIn(one, addressOf('renews'), site)
  const renewed: string[] = []
  one.context().on('request', (request) => {
    if (request.url().endsWith('/api/auth/refresh')) renewed.push(request.url())
  })
  await one.evaluate(() => {
    const name = 'common-room-session'
    const session = JSON.parse(localStorage.getItem(name) ?? '{}')
    localStorage.setItem(name, JSON.stringify({ ...session, expires_at: Date.now() / 1000 + 60 }))
  })
  const others = await Promise.all([one.context().newPage(), one.context().newPage()])
  await Promise.all(others.map((tab) => openUntilIdle(tab, '/privacy')))
  for (const tab of others) await expect(tab.getByRole('button', members)).toBeVisible()
  expect(renewed).toHaveLength(1)
  const until = await one.evaluate(
    () => JSON.parse(localStorage.getItem('common-room-session') ?? '{}').expires_at,
  )
  expect(until * 1000 - Date.now()).toBeGreaterThan(14 * 60_000)
})

test('Back closes the dialog and cancels the prompt', { tag: '@extended' }, async ({
  openPage,
}) => {
  const page = await openPage()
  const authenticator = await addAuthenticator(page)
  await authenticator.setAnswering(false)
  await openUntilIdle(page, '/cafe')
  await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/common-room"]')?.click())
  await expect(page).toHaveURL(/\/common-room$/)
  await waitUntilIdle(page)
  await openGate(page)
  await press(page, 'Use Face ID / Passkey')
  await page.goBack()
  await expect(page).toHaveURL(/\/cafe$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await authenticator.count()).toBe(0)
  await openGatePage(page)
  await openGate(page)
  await expect(passkeyDialog(page)).toBeVisible()
  await press(page, 'Email instead')
  await expect(signInDialog(page)).toBeVisible()
})
