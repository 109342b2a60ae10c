import type { Page } from '@playwright/test'
import { accessibilityViolations } from '../support/accessibility.ts'
import { findOverflow } from '../support/overflowing.ts'
import { expect, test } from '../support/own-site.ts'
import { openUntilIdle } from '../support/page-idle.ts'

test.use({
  siteName: 'evening',
  serviceWorkers: 'allow',
  expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load resource/],
})

const tablet = { width: 1024, height: 768 }

async function openSheet(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  await openUntilIdle(page, '/admin/evening')
  await expect(page).toHaveURL('/cms/evening')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Tonight')
}

/** What can be pressed on the sheet and is lower than 56 px. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.locator('.evening :is(button, a, select, input:not(.sr))').evaluateAll((elements) =>
    elements
      .filter((element) => element.checkVisibility())
      .map((element) => ({ element, height: element.getBoundingClientRect().height }))
      .filter(({ height }) => height < 55.5)
      .map(({ element, height }) => `${element.textContent || element.outerHTML}: ${height}`),
  )

async function expectGood(page: Page): Promise<void> {
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await smallTargets(page)).toEqual([])
  expect(await findOverflow(page)).toEqual([])
}

const storedNames = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))

test('guests wait, get a table with two taps and leave; the other window shows each change, also without a network', {
  tag: '@desktop',
}, async ({ openPage }) => {
  const [one, other] = [await openPage('bar'), await openPage('publisher')]
  await openSheet(one, tablet)
  await openSheet(other, { width: 1440, height: 900 })
  const rowIn = (page: Page, name: string) => page.locator('.evening__booking', { hasText: name })
  const dialog = one.getByRole('dialog')

  await test.step('a party waits, and its page shows its place', async () => {
    await one.keyboard.press('Alt+w')
    await dialog.getByLabel('People').fill('2')
    await dialog.getByLabel('Area').selectOption('Beer Hall')
    await dialog.getByLabel('Name, if they like').fill('Mary Two Taps')
    await dialog.getByLabel('They wait').check()
    expect(await accessibilityViolations(one)).toEqual([])
    await dialog.getByRole('button', { name: 'Let them wait' }).click()
    const link = await dialog.getByRole('link').getAttribute('href')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(rowIn(other, 'Mary Two Taps')).toContainText('Waits here')
    const guest = await openPage()
    await guest.goto(link ?? '')
    await expect(guest.getByRole('heading', { level: 1 })).toHaveText('You’re in line')
    await expect(guest.locator('[data-waiting]')).toContainText('Your place1')
    expect(await accessibilityViolations(guest)).toEqual([])
  })

  await test.step('two taps give them a table, which is taken back and given again', async () => {
    await rowIn(one, 'Mary').getByRole('button').first().click()
    await expect(one.getByText('Mary Two Taps, 2: press a table.')).toBeVisible()
    await expectGood(one)
    await one.getByRole('button', { name: /^Barrel 6/ }).click()
    await expect(rowIn(other, 'Mary')).toContainText('Barrel 6')
    await expect(rowIn(other, 'Mary')).toContainText('Seated')
    await one.getByRole('button', { name: 'Undo' }).click()
    await expect(rowIn(other, 'Mary')).toContainText('To come')
  })

  await test.step('the other device seats them, with the keyboard', async () => {
    await rowIn(other, 'Mary').getByRole('button').first().focus()
    await other.keyboard.press('Enter')
    await rowIn(other, 'Mary').getByRole('button', { name: 'Seat', exact: true }).press('Enter')
    await expect(rowIn(one, 'Mary')).toContainText('Seated')
    await expectGood(other)
  })

  await test.step('a booking by telephone is over capacity only after a warning', async () => {
    await one.getByRole('button', { name: 'Telephone' }).click()
    await dialog.getByLabel('People').fill('150')
    await dialog.getByLabel('Area').selectOption('Cafe')
    await dialog.getByLabel('Time').fill('12:00')
    await dialog.getByLabel('Name', { exact: true }).fill('Otis Large')
    await dialog.getByRole('textbox', { name: 'Telephone' }).fill('07700 900555')
    await dialog.getByLabel('Allergies').fill('Sesame')
    await dialog.getByRole('button', { name: 'Book', exact: true }).click()
    await expect(dialog.getByRole('alert')).toContainText('No table is free for them then.')
    await dialog.getByRole('button', { name: 'Anyway' }).click()
    await expect(rowIn(other, 'Otis Large')).toContainText('Allergies: Sesame')
    await other.getByLabel('Find a name or a telephone number').fill('900555')
    await expect(other.locator('.evening__booking')).toHaveCount(1)
  })

  await test.step('guests who need a table wait or get chosen ones; Escape closes the form', async () => {
    await one.keyboard.press('Alt+w')
    await dialog.getByLabel('People').fill('120')
    await dialog.getByLabel('Area').selectOption('Cocktail Bar')
    await dialog.getByRole('button', { name: 'Seat them' }).click()
    await expect(dialog.getByRole('alert')).toContainText(
      'Choose tables for them, or let them wait.',
    )
    await expect(dialog.getByRole('button', { name: 'Anyway' })).toHaveCount(0)
    await expect(dialog.getByRole('checkbox', { name: /^The snug/ })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Let them wait' })).toBeVisible()
    await one.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })

  await test.step('a refused change is seen, wherever the list is', async () => {
    const message = 'Somebody changed this booking meanwhile.'
    await one.route('**/api/evening/change', (route) =>
      route.fulfill({ status: 409, json: { error: 'stale', message } }),
    )
    const row = rowIn(one, 'Otis Large')
    await row.getByRole('button').first().click()
    await row.getByRole('button', { name: 'Cancel the booking' }).click()
    await expect(row).toContainText('There is no way back.')
    await expectGood(one)
    await one.setViewportSize({ width: 1024, height: 420 })
    await row.getByRole('button', { name: 'Yes, cancel it' }).click()
    await expect(one.getByRole('alert').filter({ hasText: message })).toBeInViewport({ ratio: 1 })
    await one.setViewportSize(tablet)
    await one.unroute('**/api/evening/change')
    await expect(rowIn(other, 'Otis Large')).toContainText('To come')
  })

  await test.step('without a network, the sheet says how old it is, and is there after a reload', async () => {
    await one.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
    await one.context().setOffline(true)
    await expect(one.getByText('No network. This is how it was at')).toBeVisible()
    expect(await accessibilityViolations(one)).toEqual([])
    await one.reload()
    const kept = one.getByRole('row', { name: /Otis Large/ })
    await expect(kept).toContainText('Allergies: Sesame')
    await expect(one.getByRole('status')).toContainText('ago. Nothing can be changed.')
    await expect(one.getByText('900555')).toHaveCount(0)
    expect(await accessibilityViolations(one)).toEqual([])
    await one.context().setOffline(false)
  })

  await test.step('nothing is kept after signing out', async () => {
    await openUntilIdle(one, '/cms/evening')
    await expect.poll(() => storedNames(one)).toContain('evening')
    await one.goto('/cms/logout')
    await expect.poll(() => storedNames(one)).not.toContain('evening')
  })
})

test('on a phone, the sheet fits and everything on it can be pressed', {
  tag: '@phone',
}, async ({ openPage }) => {
  const page = await openPage('bar')
  await openSheet(page, { width: 390, height: 664 })
  await expectGood(page)
})
