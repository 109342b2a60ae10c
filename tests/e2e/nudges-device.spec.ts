import type { Page } from '@playwright/test'
import { accessibilityViolations } from '../support/accessibility.ts'
import { signIn } from '../support/gate-page.ts'
import {
  deliverPush,
  fakePushManager,
  nudgeButtonOn,
  postFromWorker,
  recordNotifications,
  shownNotifications,
  storedKeys,
  topicBox,
  turnOnNudges,
  updateWorker,
  visibleNotifications,
} from '../support/nudges-browser.ts'
import { expect, test } from '../support/own-site.ts'
import { openUntilIdle } from '../support/page-idle.ts'
import { expectFitsScreens } from '../support/screens.ts'
import { waitUntilLoaded } from '../support/transition-overlay.ts'

test.use({
  siteName: 'nudges-device',
  hasPushService: true,
  serviceWorkers: 'allow',
  expectedErrors: [/status of (401|409|429|503)/],
})

const notifications = '/notifications'
const deviceOn = (page: Page) => page.locator('.nudges-device')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a visitor turns nudges on, gets pushes as notifications and buttons, and turns them off', async ({
  openPage,
  site,
}) => {
  const page = await openPage()
  const subscription = await turnOnNudges(page, site)

  await test.step('a test push is shown as a notification and as a button', async () => {
    expect(await accessibilityViolations(page)).toEqual([])
    await button(page, 'Nudge me').click()
    await expect(page.getByText('Sent. It should be here')).toBeVisible()
    await expect.poll(() => site.pushService?.received(subscription.endpoint).length).toBe(1)
    const [push] = site.pushService?.received(subscription.endpoint) ?? []
    await page.goto('/cafe')
    await waitUntilLoaded(page)
    await deliverPush(page, push?.payload ?? '')
    await expect.poll(() => shownNotifications(page)).toEqual(['Common People'])
    await expect(nudgeButtonOn(page)).toBeVisible()
    await expect.poll(() => storedKeys(page)).toEqual(['current'])
    await nudgeButtonOn(page).click()
    await expect(page).toHaveURL(notifications)
    await expect.poll(() => storedKeys(page)).toEqual([])
  })

  await test.step('a push that arrived while no page was open is shown as a button when the site is opened next', async () => {
    // This document shows no nudges.
    await page.goto('/robots.txt')
    await recordNotifications(page)
    const nudge = { id: 'test-1', token: null, url: '/beer', title: 'Saison', body: 'Come' }
    await deliverPush(page, JSON.stringify({ web_push: 8030, nudge }))
    await expect.poll(() => shownNotifications(page)).toEqual(['Saison'])
    expect(await storedKeys(page)).toEqual(['current', 'delivery_pending'])
    await page.goto('/cafe')
    await expect(nudgeButtonOn(page)).toBeVisible()
    await expect.poll(() => storedKeys(page)).toEqual(['current'])
    await nudgeButtonOn(page).click()
    await expect(page).toHaveURL('/beer')
  })

  await test.step('a push that arrives several times is one notification and one button', async () => {
    await page.goto('/cafe')
    await waitUntilLoaded(page)
    await recordNotifications(page)
    const nudge = { id: 'test-again', token: null, url: '/hall', title: 'Porter', body: 'Come' }
    const deliver = async (times: number) => {
      await deliverPush(page, JSON.stringify({ web_push: 8030, nudge }))
      await expect.poll(() => shownNotifications(page)).toHaveLength(times)
    }
    await deliver(1)
    await deliver(2)
    expect(await visibleNotifications(page)).toEqual(['Porter'])
    await nudgeButtonOn(page).click()
    await expect(page).toHaveURL('/hall')
    await expect.poll(() => storedKeys(page)).toEqual([])
    // Also if it arrives after the person has followed its link.
    await deliver(3)
    expect(await visibleNotifications(page)).toEqual(['Porter'])
    await expect(nudgeButtonOn(page)).toBeHidden()
    await page.goto('/beer')
    await waitUntilLoaded(page)
    await expect.poll(() => storedKeys(page)).toEqual([])
    await expect(nudgeButtonOn(page)).toBeHidden()
  })

  await test.step('a click on a notification opens the nudge’s page in the window', async () => {
    await postFromWorker(page, { type: 'SW_NAVIGATE', url: '/hall', id: '5', clicked: true })
    await expect(page).toHaveURL('/hall')
    await expect(nudgeButtonOn(page)).toBeHidden()
  })

  await test.step('the button disappears when the notification is clicked and its link is opened in another window', async () => {
    const nudge = { type: 'SHOW_NUDGE', url: 'https://tickets.example/7', id: '6' }
    await postFromWorker(page, nudge)
    await expect(nudgeButtonOn(page)).toBeVisible()
    await postFromWorker(page, { ...nudge, clicked: true })
    await expect(nudgeButtonOn(page)).toBeHidden()
    await expect(page).toHaveURL('/hall')
    expect(page.context().pages()).toHaveLength(1)
  })

  await test.step('a new version of the worker takes over open pages, and pushes still arrive', async () => {
    await page.evaluate(() => Object.assign(window, { isFirstDocument: true }))
    await updateWorker(page)
    await recordNotifications(page)
    const nudge = { id: 'test-2', token: null, url: '/beer', title: 'Saison', body: 'Come' }
    await deliverPush(page, JSON.stringify({ web_push: 8030, nudge }))
    await expect.poll(() => shownNotifications(page)).toEqual(['Saison'])
    await nudgeButtonOn(page).click()
    await expect(page).toHaveURL('/beer')
    expect(await page.evaluate(() => 'isFirstDocument' in window)).toBe(true)
    const waiting = () =>
      page.evaluate(async () => (await navigator.serviceWorker.ready).waiting?.scriptURL ?? null)
    expect(await waiting()).toBe(null)
    // The next document registers the worker again with the usual URL of its script.
    await page.goto('/cafe')
    await waitUntilLoaded(page)
    await expect
      .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL))
      .toMatch(/\/sw\.js$/)
    await recordNotifications(page)
    await deliverPush(page, JSON.stringify({ nudge: { ...nudge, id: 'test-3', title: 'Stout' } }))
    await expect.poll(() => shownNotifications(page)).toEqual(['Stout'])
  })

  await test.step('nudges are turned off', async () => {
    await openUntilIdle(page, notifications)
    await button(page, 'Turn nudges off').click()
    await expect(deviceOn(page)).toHaveAttribute('data-state', 'off')
  })
})

test('the form of a device keeps what was chosen, also while the server cannot be reached', {
  tag: '@extended',
}, async ({ openPage, site }) => {
  const page = await openPage()
  await turnOnNudges(page, site)
  const box = topicBox(page, 'Beer & Brewing Events', 'Nudge')

  await test.step('topics, time slots and quiet hours are kept', async () => {
    await box.check()
    await page.getByLabel('Evening').check()
    await page.getByLabel('Leave me alone at night').check()
    await page.getByLabel('Until').fill('')
    await button(page, 'Keep this').click()
    await expect(
      page.getByRole('alert').filter({ hasText: 'a beginning and an end' }),
    ).toBeVisible()
    await expect(page.getByLabel('Until')).toBeFocused()
    await expect(page.getByLabel('From')).not.toHaveAttribute('aria-invalid')
    await page.getByLabel('Until').fill('22:00')
    await button(page, 'Keep this').click()
    await expect(page.getByRole('alert').filter({ hasText: 'at the same time' })).toBeVisible()
    await expect(page.getByText('Not kept yet')).toBeVisible()
    await page.getByLabel('Until').fill('09:30')
    await button(page, 'Keep this').click()
    await expect(page.getByText('Kept.')).toBeVisible()
    await openUntilIdle(page, notifications)
    await expect(box).toBeChecked()
    await expect(page.getByLabel('Evening')).toBeChecked()
    await expect(page.getByLabel('Morning')).not.toBeChecked()
    await expect(page.getByLabel('From')).toHaveValue('22:00')
    await expect(page.getByLabel('Until')).toHaveValue('09:30')
  })

  await test.step('while the server cannot be reached, the form keeps what was ticked', async () => {
    await box.uncheck()
    await page.route('/api/push/**', (route) => route.fulfill({ status: 503, json: {} }))
    // Simulates a person who comes back from another app.
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await expect(page.getByText('This is how it stood before.')).toBeVisible()
    await expect(box).not.toBeChecked()
    await button(page, 'Keep this').click()
    await expect(page.locator('.page-toasts')).toContainText('Not kept')
    await expect(box).not.toBeChecked()
    await page.unroute('/api/push/**')
    await button(page, 'Try again').click()
    await expect(page.getByText('This is how it stood before.')).toBeHidden()
    await button(page, 'Keep this').click()
    await expect(page.getByText('Kept.')).toBeVisible()
  })

  await test.step('nudges can be turned off while the server cannot be reached, and one message says so', async () => {
    await page.route('/api/push/**', (route) => route.fulfill({ status: 503, json: {} }))
    await button(page, 'Turn nudges off').click()
    await expect(deviceOn(page)).toHaveAttribute('data-state', 'off')
    await expect(deviceOn(page).getByRole('status').locator('.note')).toHaveText([/^Done\./])
  })
})

test('a member sees the device, and removes it', { tag: '@extended' }, async ({
  openPage,
  site,
}) => {
  const page = await openPage()
  await signIn(page, `nudges-${test.info().project.name}@venue.example`, site)
  await turnOnNudges(page, site)
  const devices = page.getByRole('region', { name: 'Your devices' }).getByRole('listitem')
  await expect(devices).toHaveCount(1)
  await expect(devices).toContainText('This one')
  await devices.getByRole('button', { name: /^Remove/ }).click()
  await expect(page.getByText('No other device gets nudges.')).toBeVisible()
  await expect(deviceOn(page)).toHaveAttribute('data-state', 'off')
})

/** Makes the documents of a page behave as on a device in the state that the local storage names. */
const imitateDevice = (page: Page) =>
  page.addInitScript(() => {
    const state = localStorage.getItem('test-device')
    const define = (of: object, name: string, value: string) =>
      Object.defineProperty(of, name, { get: () => value })
    if (state === 'blocked') define(Notification, 'permission', 'denied')
    if (state === 'off') define(Notification, 'permission', 'default')
    if (state === 'unsupported') Reflect.deleteProperty(window, 'PushManager')
    if (state === 'install') {
      define(navigator, 'userAgent', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)')
    }
  })

test('the page says in which state the device is', { tag: '@extended' }, async ({ openPage }) => {
  const page = await openPage()
  await imitateDevice(page)
  await page.goto('/robots.txt')
  const setState = (state: string) =>
    page.evaluate((named) => localStorage.setItem('test-device', named), state)
  const expectState = async (state: string, says: RegExp) => {
    await expect(deviceOn(page)).toHaveAttribute('data-state', state)
    await expect(deviceOn(page)).toContainText(says)
    expect(await accessibilityViolations(page)).toEqual([])
    await expectFitsScreens(page)
  }

  await test.step('if the server fails, the page offers to try again, and then shows that nudges are off', async () => {
    await setState('off')
    await page.route('/api/push/state*', (route) => route.fulfill({ status: 503, json: {} }))
    await openUntilIdle(page, notifications)
    await expect(deviceOn(page)).toHaveAttribute('data-state', 'unknown')
    await expect(page.getByText('We’ll know when the house can be reached.')).toHaveCount(4)
    expect(await accessibilityViolations(page)).toEqual([])
    await page.unroute('/api/push/state*')
    await button(page, 'Try again').click()
    await expectState('off', /Nudges are off/)
  })

  for (const [state, says] of [
    ['blocked', /told to block notifications/],
    ['unsupported', /can’t get nudges/],
    ['install', /Add to Home Screen/],
  ] as const) {
    await test.step(`the page explains the state “${state}” of the device`, async () => {
      await setState(state)
      await openUntilIdle(page, notifications)
      await expectState(state, says)
    })
  }
})

test('the visitor is asked about nudges on the page after the newsletter sign-up, and not on arrival', {
  tag: '@extended',
}, async ({ openPage, site }) => {
  const page = await openPage()
  if (site.pushService) await fakePushManager(page.context(), site.pushService.subscribe())
  await openUntilIdle(page, '/subscribe')
  const question = page.getByRole('region', { name: 'Nudges' })
  await page.getByLabel('Name').fill('Ada')
  await page.getByLabel('Email').fill(`asked-${test.info().project.name}@venue.example`)
  await page.getByText('PERSONALISE YOUR EXPERIENCE').click()
  await page.getByLabel('Film & Cinema').check()
  await page.getByRole('checkbox', { name: /Yes, write to me/ }).check()
  await expect(question).toBeHidden()
  await button(page, 'FOR COMMON PEOPLE').click()
  await expect(page.getByText("You're in!")).toBeVisible()
  // Before, the question came three seconds after the sign-up.
  const signedUpAt = await page.evaluate(() => performance.now())
  await page.waitForFunction((since) => performance.now() > since + 3_500, signedUpAt)
  await expect(question).toBeHidden()
  await page.getByRole('contentinfo').getByRole('link', { name: 'What’s on' }).click()
  await expect(question).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await button(page, 'Not now').click()
  await expect(question).toBeHidden()
  expect(
    await page.evaluate(() => Number(localStorage.getItem('common-room-nudges-asked'))),
  ).toBeGreaterThan(0)
})
