import type { Page } from '@playwright/test'
import { accessibilityViolations } from '../support/accessibility.ts'
import { expect, test } from '../support/own-site.ts'
import { openUntilIdle, waitUntilIdle } from '../support/page-idle.ts'

test.use({ siteName: 'daily-work' })

const footerTotal = async (visitor: Page) => {
  await visitor.goto('/cafe')
  const total = await visitor.locator('.foot .total').textContent()
  return Number(total?.replace(/[£,]/g, ''))
}

test('a publisher books counted cash, the footer shows it, and a reversal takes it back', async ({
  person,
}) => {
  const visitor = await person()
  const before = await footerTotal(visitor)

  const page = await person('publisher')
  await openUntilIdle(page, '/cms')
  await page.getByRole('navigation', { name: 'Most used' }).getByText('Common Good').click()
  await expect(page).toHaveURL('/cms/common-good')
  await waitUntilIdle(page)
  await page.getByLabel('Amount').fill('1.234')
  await page.getByLabel('What for').fill('Bonfire buckets')
  await expect(page.getByText('1.234 may be thousands: write 1234.00 or 1.23.')).toBeVisible()
  await page.getByLabel('Amount').fill('£12,5')
  await page.getByLabel('What for').focus()
  await expect(page.getByLabel('Amount')).toHaveValue('12.50')
  await page.getByRole('button', { name: 'Book it' }).dblclick()
  await expect(page.getByText('£12.50 booked: Bonfire buckets.')).toBeVisible()
  const booked = page.locator('.movements > li', { hasText: 'Bonfire buckets' })
  await expect(booked).toHaveCount(1)
  await expect(booked).toContainText('+£12.50')
  await expect(booked).toContainText('publisher')
  await expect(page.getByLabel('Amount')).toHaveValue('')
  expect(await accessibilityViolations(page)).toEqual([])
  await expect.poll(() => footerTotal(visitor)).toBeCloseTo(before + 12.5)

  // By keyboard.
  await booked.getByRole('button', { name: /^Reverse/ }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Reverse no/ })
  await expect(dialog.getByRole('button', { name: 'Reverse', exact: true })).toBeDisabled()
  await dialog.getByLabel('Reason').focus()
  await page.keyboard.type('Counted twice')
  expect(await accessibilityViolations(page, { within: 'dialog' })).toEqual([])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  const lines = page.locator('.movements > li')
  await expect(lines.first()).toContainText(/Reversal of no. \d+: Counted twice/)
  await expect(lines.first()).toContainText('-£12.50')
  await expect(booked).toContainText(/reversed by no. \d+/)
  await expect(booked.getByRole('button')).toHaveCount(0)
  await expect.poll(() => footerTotal(visitor)).toBeCloseTo(before)
})
