import type { Page } from '@playwright/test'
import { leaveToken } from '../../cms/features/newsletter/subscribing/tokens.ts'
import { accessibilityViolations } from '../support/accessibility.ts'
import type { TestSite } from '../support/current-site.ts'
import { signIn } from '../support/gate-page.ts'
import { newsletterOf } from '../support/newsletter.ts'
import { topicBox, turnOnNudges } from '../support/nudges-browser.ts'
import { expect, test } from '../support/own-site.ts'
import { openUntilIdle } from '../support/page-idle.ts'
import { expectFitsScreens } from '../support/screens.ts'
import { secret } from '../support/server.ts'
import { jsonRequest } from '../support/staff.ts'

test.use({
  siteName: 'nudges-device',
  hasPushService: true,
  serviceWorkers: 'allow',
  expectedErrors: [/status of (400|401|404|409|429|503)/],
})

const ownTopic = 'Gong baths'
test.beforeEach(async ({ site }) => {
  const venue = jsonRequest('POST', { topics: [{ name: ownTopic }] }, site.sessions.admin)
  expect((await site.server.send('/api/globals/venue', venue)).status).toBe(200)
})

const lettersOn = (page: Page) => page.locator('.nudges-letters')
const keep = (page: Page) =>
  page
    .getByRole('region', { name: 'What about' })
    .getByRole('button', { name: 'Keep this', exact: true })
    .click()

/** An address for this test only. */
const addressOf = (name: string): string =>
  `${name}-${test.info().project.name}-${test.info().retry}@venue.example`

/** Subscribes an address. @returns the path to which letters link */
async function subscribe({ server, database }: TestSite, email: string): Promise<string> {
  const newsletter = newsletterOf(server, database)
  await newsletter.join({ email, name: 'Ada', consent: true, interests: ['Film & Cinema'] })
  const { id = 0 } = (await newsletter.subscriber(email)) ?? {}
  return `/notifications/${leaveToken({ subscriber: id, mail: 0 }, secret)}`
}

test('a subscriber without an account chooses the topics of letters', async ({
  openPage,
  site,
}) => {
  const page = await openPage()
  const email = addressOf('reader')
  const path = await subscribe(site, email)
  await openUntilIdle(page, path)
  await expect(lettersOn(page)).toContainText('They go to r')
  await expect(lettersOn(page)).not.toContainText(email)
  await expect(page.getByRole('columnheader')).toHaveText(['About', 'Letter'])
  await expect(topicBox(page, 'Film & Cinema', 'Letter')).toBeChecked()
  expect(await accessibilityViolations(page)).toEqual([])
  await expectFitsScreens(page)
  await topicBox(page, 'Film & Cinema', 'Letter').uncheck()
  await topicBox(page, ownTopic, 'Letter').check()
  await keep(page)
  await expect(page.getByText('Kept.')).toBeVisible()
  await openUntilIdle(page, path)
  await expect(topicBox(page, ownTopic, 'Letter')).toBeChecked()
  await expect(topicBox(page, 'Film & Cinema', 'Letter')).not.toBeChecked()
  await keep(page)
  await expect(page.getByText('It’s all as it was')).toBeVisible()
  await lettersOn(page).getByRole('link', { name: 'Leave, or pause' }).click()
  await expect(page).toHaveURL(path.replace('notifications', 'unsubscribe'))
})

test('nudges and letters have a column each, and one button saves what changed', {
  tag: '@extended',
}, async ({ openPage, site }) => {
  const page = await openPage()
  const path = await subscribe(site, addressOf('both'))
  await turnOnNudges(page, site)
  await openUntilIdle(page, path)
  await expect(page.getByRole('columnheader')).toHaveText(['About', 'Nudge', 'Letter'])
  expect(await accessibilityViolations(page)).toEqual([])
  const saved: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'POST' && pathname.startsWith('/api/push/')) saved.push(pathname)
  })
  await topicBox(page, ownTopic, 'Nudge').check()
  await page.getByLabel('Evening').check()
  await keep(page)
  await expect(page.getByText('Kept.')).toBeVisible()
  expect(saved).toEqual(['/api/push/settings'])
  await topicBox(page, 'Cooking Classes', 'Letter').check()
  await keep(page)
  await expect.poll(() => saved).toEqual(['/api/push/settings', '/api/push/email-topics'])
  await expect(page.getByRole('button', { name: 'Keep this', exact: true })).toBeVisible()
  await openUntilIdle(page, path)
  await expect(topicBox(page, ownTopic, 'Nudge')).toBeChecked()
  await expect(topicBox(page, ownTopic, 'Letter')).not.toBeChecked()
  await expect(topicBox(page, 'Cooking Classes', 'Letter')).toBeChecked()
  await expect(page.getByLabel('Evening')).toBeChecked()
})

test('a reader without a working link gets one by mail, and sees earlier nudges and letters', {
  tag: '@extended',
}, async ({ openPage, site }) => {
  const page = await openPage()
  const email = addressOf('mailed')
  await subscribe(site, email)

  await test.step('the page of a link without a subscription says so at the top, and offers a new link', async () => {
    await openUntilIdle(page, '/notifications/1-0-abc')
    const top = page.locator('.parts-about')
    await expect(top.getByRole('alert').first()).toContainText('This link is past its date')
    await expect(top.getByRole('button', { name: 'Send me the link' })).toBeVisible()
    await expect(lettersOn(page)).toBeHidden()
    await expect(page.getByRole('table')).toBeHidden()
    expect(await accessibilityViolations(page)).toEqual([])
  })

  await test.step('the list “What came” has nudges and letters, each with its reason', async () => {
    const sent_at = '2026-11-23T18:05:00.000Z'
    const nudge = { kind: 'nudge', id: 1, title: 'Saison', text: 'Come', url: '/beer', sent_at }
    const letter = { kind: 'letter', id: 1, title: 'November', text: '', url: null, sent_at }
    const messages = [
      { ...nudge, why: 'It went to everybody who gets nudges.' },
      { ...letter, why: 'It went to everybody who gets letters.' },
    ]
    await page.route('/api/push/state', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), messages } })
    })
    await openUntilIdle(page, '/notifications')
    const [first, second] = await page.locator('.nudges-messages > li').all()
    if (!first || !second) throw new Error('Both messages are not listed.')
    await expect(first).toContainText('Nudge, 23 Nov 2026')
    await expect(first.getByRole('link', { name: 'Come' })).toHaveAttribute('href', '/beer')
    await first.getByText('Why did I get this?').click()
    await expect(first.getByText('It went to everybody who gets nudges.')).toBeVisible()
    await expect(second).toContainText('Letter, 23 Nov 2026')
    await expect(second).toContainText('November')
    await expect(second.getByRole('link')).toHaveCount(0)
    await page.unroute('/api/push/state')
  })

  await test.step('a reader without a link gets one by mail', async () => {
    const letters = lettersOn(page)
    const send = letters.getByRole('button', { name: 'Send me the link' })
    await letters.getByLabel('Email').fill('nobody')
    await send.click()
    await expect(letters.getByRole('alert')).toHaveText('Please enter a valid email.')
    expect(await accessibilityViolations(page)).toEqual([])
    await letters.getByLabel('Email').fill(email)
    await send.click()
    await expect(letters.getByRole('status')).toContainText('on its way')
    const newsletter = newsletterOf(site.server, site.database)
    const link = async () =>
      /\/notifications\/[\w-]+/.exec((await newsletter.mailsTo(email)).at(-1)?.text ?? '')?.[0]
    await expect.poll(link).toBeTruthy()
    await openUntilIdle(page, (await link()) ?? '')
    await expect(topicBox(page, 'Film & Cinema', 'Letter')).toBeChecked()
  })
})

test('without JavaScript the page links to /unsubscribe, which works without it', async ({
  browser,
  site,
}) => {
  const path = await subscribe(site, addressOf('no-scripts'))
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: site.server.url,
  })
  const page = await context.newPage()
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'What came' })).toBeHidden()
  await page.getByRole('link', { name: 'To your letters' }).click()
  await expect(page).toHaveURL(path.replace('notifications', 'unsubscribe'))
  await expect(page.getByRole('button', { name: 'Stop all letters' })).toBeVisible()
  await context.close()
})

test('a member needs no link to choose the topics of letters', { tag: '@extended' }, async ({
  openPage,
  site,
}) => {
  const page = await openPage()
  const email = addressOf('member')
  await signIn(page, email, site)
  await openUntilIdle(page, '/notifications')
  await expect(lettersOn(page)).toContainText('No letter comes to your address.')
  await subscribe(site, email)
  await openUntilIdle(page, '/notifications')
  await expect(lettersOn(page)).toContainText(email)
  await topicBox(page, ownTopic, 'Letter').check()
  await keep(page)
  await expect(page.getByText('Kept.')).toBeVisible()
})
