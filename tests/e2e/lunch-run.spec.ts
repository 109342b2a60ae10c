import type { Page } from '@playwright/test'
import { accessibilityViolations } from '../support/accessibility.ts'
import { topUpAt } from '../support/credit.ts'
import { onDatabase } from '../support/database.ts'
import { signIn } from '../support/gate-page.ts'
import { setCutOff } from '../support/lunch.ts'
import { findOverflow } from '../support/overflowing.ts'
import { expect, test } from '../support/own-site.ts'
import { openUntilIdle } from '../support/page-idle.ts'
import { expectFitsScreens } from '../support/screens.ts'

test.use({ siteName: 'lunch-run', expectedErrors: [/status of 404/] })

const path = '/common-room/member/lunch-run'
const expectGood = async (page: Page) => {
  expect(await accessibilityViolations(page)).toEqual([])
  await expectFitsScreens(page)
}

test('lunch from start to settlement, with two phones and the kitchen’s screen', {
  tag: '@phone',
}, async ({ openPage, site }) => {
  const [ada, bo] = [await openPage(), await openPage()]
  for (const [index, page] of [ada, bo].entries()) {
    await signIn(page, `eater-${index}@venue.example`, site)
    await topUpAt(site.database, `eater-${index}@venue.example`, 40_00)
  }
  const inDatabase = (text: string) => onDatabase(site.database, (query) => query(text))
  await inDatabase(`update lunch_runs set state = 'cancelled'`)
  await openUntilIdle(ada, path)
  await expect(ada.getByRole('heading', { name: 'Nobody’s hungry yet' })).toBeVisible()
  await expectGood(ada)
  await ada.getByLabel('Day').selectOption({ index: 1 })
  await ada.getByLabel('Order by').fill('11:30')
  await ada.getByRole('button', { name: 'Start it' }).click()
  await expect(ada.getByRole('status').first()).toContainText('It’s on.')

  // The run is today’s, and closes in some minutes. Bo’s device has a wrong clock, but counts as the server does.
  await inDatabase(
    `update lunch_runs set day = (now() at time zone 'Europe/London')::date::text where state = 'open'`,
  )
  const [run] = await onDatabase(site.database, (query) =>
    query<{ id: number }>(`select id from lunch_runs where state = 'open'`),
  )
  const id = run?.id ?? 0
  await onDatabase(site.database, (query) => setCutOff(query, id, 14 * 60))
  await bo.clock.install({ time: Date.now() + 3 * 3_600_000 })
  await openUntilIdle(bo, path)
  await expect(bo.locator('[data-cut-off]')).toHaveText(/^1[34]:\d\d$/)
  await bo.clock.fastForward(2000)
  await expect(bo.locator('[data-cut-off]')).toHaveText(/^1[34]:\d\d$/)
  const order = async (page: Page, dish: number) => {
    await page.locator('.dishes input[type="number"]').nth(dish).fill('1')
    await expect(page.locator('[data-total]')).not.toHaveText('£0.00')
    await page.getByRole('button', { name: 'Order', exact: true }).click()
    await expect(page.getByRole('status').first()).toContainText('Ordered.')
  }
  await order(bo, 0)
  await openUntilIdle(ada, path)
  await order(ada, 1)
  await expectGood(ada)
  await ada.getByRole('button', { name: 'I’ll go' }).click()
  await expect(ada.getByRole('heading', { name: 'Your list' })).toBeVisible()
  await ada
    .getByRole('button', { name: /^Tick off/ })
    .first()
    .click()
  await expect(ada.getByRole('button', { name: /^On again/ })).toBeVisible()
  await expectGood(ada)

  const kitchen = await openPage('kitchen')
  await kitchen.setViewportSize({ width: 1024, height: 768 })
  await openUntilIdle(kitchen, '/cms')
  await expect(kitchen.locator('.lunch__lines li')).toHaveCount(2)
  expect(await accessibilityViolations(kitchen)).toEqual([])
  await openUntilIdle(kitchen, '/cms/lunch')
  expect(await accessibilityViolations(kitchen)).toEqual([])
  expect(await findOverflow(kitchen)).toEqual([])
  const [dish = ''] = ((await kitchen.locator('.lunch__lines b').nth(1).textContent()) ?? '').split(
    ',',
  )
  await kitchen.locator('.lunch__dishes').evaluate((dishes: HTMLDetailsElement) => {
    dishes.open = true
  })
  await kitchen.getByRole('button', { name: dish }).click()
  await expect(kitchen.locator('.lunch__lines li')).toHaveCount(1)
  await kitchen.getByRole('button', { name: dish }).click()

  const hit = (await bo.locator('[data-live="own"]').textContent())?.includes(dish) ? bo : ada
  await openUntilIdle(hit, path)
  await expect(hit.getByText(`Sold out: ${dish}`)).toBeVisible()
  await order(hit, 2)

  await onDatabase(site.database, (query) => setCutOff(query, id, -1))
  await expect(async () => {
    await openUntilIdle(ada, path)
    await expect(ada.getByRole('button', { name: 'I have it' })).toBeVisible({ timeout: 1000 })
  }).toPass()
  await ada.getByRole('button', { name: 'I have it' }).click()
  await expect(ada.getByRole('status').first()).toContainText('Everybody has paid.')
  await ada.getByRole('button', { name: 'It’s here' }).click()
  await expect(ada.getByRole('status').first()).toContainText('They know.')
  await openUntilIdle(bo, path)
  await expect(bo.getByText('Paid from your credit')).toBeVisible()
  await expectGood(bo)
})
