import type { Page } from '@playwright/test'
import { accessibilityViolations } from '../support/accessibility.ts'
import { dayAfter, thursday } from '../support/event-dates.ts'
import { expect, testInReusedPages as test } from '../support/own-site.ts'
import { openUntilIdle, waitUntilFormIdle, waitUntilIdle } from '../support/page-idle.ts'

test.use({ siteName: 'daily-work' })

const panel = (page: Page) => page.locator('.event-panel')
const dayInWords = (date: string) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: 'UTC',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  })
    .format(new Date(`${date}T00:00:00Z`))
    .replace(',', '')

test('a publisher makes a series, publishes it, moves one date and cancels another', async ({
  openPage,
}) => {
  const page = await openPage('publisher')
  await openUntilIdle(page, '/cms/events')
  await page.getByRole('link', { name: 'New event', exact: true }).click()
  await expect(page).toHaveURL(/\/events\/create/)
  await waitUntilIdle(page)
  await page.getByRole('textbox', { name: /^Title/ }).fill('Skittles Cup')
  await page.getByRole('textbox', { name: /^Summary/ }).fill('Nine pins, two lanes, one cup.')
  await page.getByLabel(/^Start/).fill(`${thursday(2)}T19:30`)
  await expect(page.getByLabel(/^End/)).toHaveValue(`${thursday(2)}T22:00`)
  await page.getByLabel('How it repeats').selectOption('By weeks')
  await page.getByLabel('Until when').selectOption('so many times')
  await page.getByLabel('How many times').fill('5')
  const preview = page.locator('.event-preview')
  await expect(preview).toContainText(dayInWords(thursday(4)))
  // The start is moved to a day on which the series is not: the form asks.
  const question = page.locator('.event-question')
  await page.getByLabel(/^Start/).fill(`${dayAfter(thursday(2), 1)}T19:30`)
  await expect(question).toContainText('It starts on a Friday, but the series is on Thursdays.')
  expect(await accessibilityViolations(page)).toEqual([])
  await question.getByRole('button', { name: 'Move it to Fridays' }).click()
  await expect(question).toBeHidden()
  await page.getByLabel(/^Start/).fill(`${thursday(1)}T19:30`)
  await question.getByRole('button', { name: 'Stay on Fridays' }).click()
  await expect(page.getByLabel(/^Start/)).toHaveValue(`${dayAfter(thursday(1), 1)}T19:30`)
  await page.getByLabel(/^Start/).fill(`${thursday(2)}T19:30`)
  await question.getByRole('button', { name: 'Move it to Thursdays' }).click()
  // Another way to repeat keeps the end.
  await page.getByLabel('How it repeats').selectOption('By days')
  // A rule of its own stays one while it reads like another way.
  await page.getByLabel('How it repeats').selectOption('By a rule of its own')
  await expect(page.getByLabel(/^The rule/)).toHaveValue(/FREQ=DAILY.*COUNT=5/)
  await page.getByLabel('How it repeats').selectOption('By weeks')
  await expect(page.getByLabel('How many times')).toHaveValue('5')
  // One date is left out before the series is saved.
  await page.getByText('choose the dates on which it is').click()
  await page.getByLabel(dayInWords(thursday(6))).uncheck()
  await expect(preview).toContainText('1 left out')
  // The demo venue has other events in the Cocktail Bar, every two weeks except at Christmas.
  await page.getByLabel('Cocktail Bar').check()
  await expect(preview).toContainText('Something else is there at the same time.')
  await expect(preview).toContainText('Six Glasses')
  await page.getByLabel('Cocktail Bar').uncheck()
  await page.getByLabel('Kitchens').check()
  await expect(preview).not.toContainText('Six Glasses')
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(/\/events\/\d+/)
  await expect(panel(page).getByRole('heading')).toHaveText('Draft')

  await panel(page).getByRole('button', { name: 'Publish …' }).click()
  const dialog = page.getByRole('dialog')
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(panel(page).getByRole('heading')).toHaveText('Out')
  const dates = page.locator('.event-dates li')
  await expect(dates).toHaveCount(4)

  await dates.nth(1).getByRole('link').first().click()
  await expect(page.getByRole('button', { name: 'Save this date' })).toBeVisible()
  await waitUntilIdle(page)
  await page.getByLabel(/^Start/).fill(`${thursday(3)}T18:00`)
  await page.getByLabel('Title').fill('Skittles Semifinal')
  await page.getByLabel('Text of its page').fill('Four teams are left.')
  await page.getByLabel('Cafe', { exact: true }).check()
  await page.getByLabel('What guests pay').selectOption('At the bar')
  await page.getByLabel(/^Price for each guest/).fill('4.50')
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Save this date' }).click()
  await expect(page.locator('.event-date__head')).toContainText('18:00–20:30')
  await expect(page.locator('.event-date__head')).toContainText('Cafe')
  await page.getByRole('link', { name: 'Change the whole series' }).click()
  await expect(dates.nth(1)).toContainText('changed')

  await waitUntilFormIdle(page)
  // Payload's router can lose a press while it still renders the page before this one.
  await expect(async () => {
    await dates.nth(2).getByRole('link').first().click({ timeout: 5000 })
    await expect(page.getByRole('button', { name: 'Save this date' })).toBeVisible({
      timeout: 8000,
    })
  }).toPass({ timeout: 60_000 })
  await waitUntilIdle(page)
  await page.getByRole('button', { name: 'Cancel this date …' }).click()
  await dialog.getByRole('button', { name: 'Cancel this date', exact: true }).click()
  await expect(page.locator('.event-date__head')).toContainText('Cancelled')

  await openUntilIdle(page, `/cms/events?month=${thursday(3).slice(0, 7)}`)
  await expect(page.locator('.event-month')).toContainText('Skittles Semifinal')
  expect(await accessibilityViolations(page)).toEqual([])
})
