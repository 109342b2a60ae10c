import type { Locator } from '@playwright/test'
import { onDatabase } from '../support/database.ts'
import { discardAnalyticsEvents } from '../support/drop-events.ts'
import { addDate } from '../support/events.ts'
import { openGatePage, signIn } from '../support/gate-page.ts'
import { newsletterOf } from '../support/newsletter.ts'
import { expect, test } from '../support/own-site.ts'
import { openUntilIdle, waitUntilIdle } from '../support/page-idle.ts'
import { phone } from '../support/screens.ts'

// The viewport of a small phone without the browser's bars.
const height = 664
const maxBottomPx = 600

test.use({ ...phone, viewport: { width: 390, height }, siteName: 'membership' })

const bottomOf = async (element: Locator): Promise<number> => {
  await expect(element).toBeVisible()
  const box = await element.boundingBox()
  return (box?.y ?? height) + (box?.height ?? height)
}

test('the first screen of the home page shows a picture, the open areas, and a link to directions', async ({
  openPage,
}) => {
  const page = await openPage()
  await openUntilIdle(page, '/')
  const picture = await page.locator('.hero img').first().boundingBox()
  expect(picture?.y).toBeLessThan(height / 2)
  expect(Math.min(height, (picture?.y ?? 0) + (picture?.height ?? 0))).toBeGreaterThan(400)
  const line = page.locator('[data-open-line]')
  expect(await bottomOf(line)).toBeLessThanOrEqual(height)
  expect((await line.boundingBox())?.height).toBeLessThan(44)
  expect(await bottomOf(page.getByRole('link', { name: 'How to get here' }))).toBeLessThanOrEqual(
    height,
  )
  await discardAnalyticsEvents(page)
  for (const [at, says] of [
    ['2026-11-20T12:00:00Z', /^Open now: \w/],
    ['2026-11-23T21:00:00Z', /^Open now: \w/],
    ['2026-11-21T05:00:00Z', /^Closed: /],
  ] as const) {
    await page.clock.setFixedTime(at)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(line).toHaveText(says)
    expect((await line.boundingBox())?.height).toBeLessThan(44)
  }
})

test('the gate’s “Sign in here” and “Go in” and the membership card are in the first 600 px', async ({
  openPage,
  site,
}) => {
  const page = await openPage()
  await openGatePage(page)
  const button = page.getByRole('button', { name: 'Sign in here' })
  expect(await bottomOf(button)).toBeLessThanOrEqual(maxBottomPx)
  await signIn(page, 'goes-in@venue.example', site)
  await openGatePage(page)
  const goIn = page.getByRole('button', { name: 'Go in', exact: true })
  expect(await bottomOf(goIn)).toBeLessThanOrEqual(maxBottomPx)
  await expect(button).toHaveCount(0)
  await goIn.click()
  await expect(page).toHaveURL('/common-room/main')

  await openUntilIdle(page, '/common-room/member')
  expect(await bottomOf(page.locator('[data-card] svg'))).toBeLessThanOrEqual(maxBottomPx)
})

test('the navigation is reachable from everywhere on a page', { tag: '@extended' }, async ({
  openPage,
}) => {
  const page = await openPage()
  await openUntilIdle(page, '/beer')
  const toggle = page.getByRole('button', { name: 'Open menu' })

  await test.step('the navigation is reachable at the end of the page, and the footer links to the top', async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expect(page.getByRole('banner')).toHaveAttribute('data-scrolled')
    await expect(toggle).toBeInViewport()
    for (const link of await page.getByRole('contentinfo').getByRole('link').all()) {
      const box = await link.boundingBox()
      expect(box?.height, (await link.textContent()) ?? '').toBeGreaterThanOrEqual(44)
    }
    await page.getByRole('link', { name: 'Back to the top' }).click()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await expect(page.getByRole('banner')).not.toHaveAttribute('data-scrolled')
  })

  await test.step('the first screen of the menu shows what is open, the telephone and how to join', async () => {
    await discardAnalyticsEvents(page)
    // On Sunday shortly before midnight, the text of every area takes two lines.
    await page.clock.setFixedTime('2026-11-22T23:45:00Z')
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await toggle.click()
    const menu = page.getByRole('navigation', { name: 'Main' })
    await expect(menu.getByText(/opens (tomorrow|\w+day)/)).toHaveCount(6)
    await expect(menu.locator('a[href^="tel:"]')).toBeInViewport()
    await expect(menu.getByRole('link', { name: 'THE COMMON ROOM' })).toBeInViewport({ ratio: 1 })
    await menu.getByRole('link', { name: 'Become a member' }).click()
    await expect(page).toHaveURL('/common-room#joining')
    await waitUntilIdle(page)
  })
})

test('the one action of a page that a mail links to is on the first screen, below the poster', {
  tag: '@extended',
}, async ({ openPage, site }) => {
  const newsletter = newsletterOf(site.server, site.database)
  const page = await openPage()
  const expectOnScreen = async (path: string, button: string) => {
    await page.goto(path)
    expect(await bottomOf(page.getByRole('button', { name: button }).first()), path).toBeLessThan(
      height,
    )
  }
  await newsletter.send({ email: 'first@venue.example', name: 'Ada', consent: true })
  await expectOnScreen(await newsletter.linkTo('first@venue.example'), 'Yes, write to me')
  await expectOnScreen('/manage-event/no-such-link', 'Mail me a link')
  await expectOnScreen('/unsubscribe/no-such-link', 'Send me the link')

  const date = await onDatabase(site.database, (query) =>
    addDate(query, { title: 'Songs from three valleys, with supper', capacity: 4 }),
  )
  const email = 'first-guest@venue.example'
  const body = { date, party: 2, key: 'f'.repeat(24), name: 'Ada', email }
  const { status } = await site.server.send('/api/calendar/reserve', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(status).toBe(200)
  const [mail] = await newsletter.mailsTo(email)
  const path = /\/calendar\/reservation\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? ''
  await expectOnScreen(path, 'Yes, I’m coming')
  const poster = await page.locator('.slip-art').boundingBox()
  expect(poster?.height).toBeGreaterThan(100)
  expect((poster?.y ?? height) + (poster?.height ?? 0)).toBeLessThan(height / 2)
  await onDatabase(site.database, (query) =>
    query(
      `update reservations set status = 'offered', offered_until = now() + interval '1 day',
              held_until = null, confirmed_at = now() where email = $1`,
      [email],
    ),
  )
  await expectOnScreen(path, 'Take them')
  await expect(page.getByText(/Yours until \w+day/)).toBeVisible()
})
