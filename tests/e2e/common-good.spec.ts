import type { Page } from '@playwright/test'
import { accessibilityViolations } from '../support/accessibility.ts'
import { onDatabase } from '../support/database.ts'
import { expectViewFits } from '../support/overflowing.ts'
import { expect, testInReusedPages as test } from '../support/own-site.ts'
import { openUntilIdle, waitUntilIdle } from '../support/page-idle.ts'
import { jsonRequest } from '../support/staff.ts'

test.use({ siteName: 'daily-work' })

const footerTotal = async (visitor: Page) => {
  await visitor.goto('/cafe')
  const total = await visitor.locator('.foot .total').textContent()
  return Number(total?.replace(/[£,]/g, ''))
}

test('a publisher books counted cash, the footer shows it, and a reversal takes it back', {
  tag: ['@desktop', '@extended'],
}, async ({ openPage }) => {
  const visitor = await openPage()
  const before = await footerTotal(visitor)

  const page = await openPage('publisher')
  await openUntilIdle(page, '/cms')
  await page.getByRole('navigation', { name: 'Most used' }).getByText('Common Good').click()
  await expect(page).toHaveURL('/cms/common-good')
  await waitUntilIdle(page)
  await expectViewFits(page)
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

  // The following steps use only the keyboard.
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
  await expect(lines.first()).toContainText('−£12.50')
  await expect(booked).toContainText(/reversed by no. \d+/)
  await expect(booked.getByRole('button')).toHaveCount(0)
  await expect.poll(() => footerTotal(visitor)).toBeCloseTo(before)
})

test('an editor can read all pages of movements, but book nothing; unreadable books are reported', {
  tag: ['@phone', '@extended'],
}, async ({ openPage, site: { database, server, sessions: staff } }) => {
  for (let n = 1; n <= 51; n++) {
    const key = n.toString(16).padStart(24, '0')
    const body = { key, amount: n, note: `Tin ${n}.`, day: '2026-01-01' }
    const reply = await server.send(
      '/api/common-good/cash',
      jsonRequest('POST', body, staff.publisher),
    )
    expect(reply.status, reply.text).toBe(200)
  }
  const page = await openPage('editor')
  await openUntilIdle(page, '/cms/common-good')
  const lines = page.locator('.movements > li')
  await expect(lines).toHaveCount(50)
  await expect(lines.first()).toContainText('Tin 51.')
  await expect(page.getByText('Publishers book cash. Ask one of them.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Book it|Reverse|Check now)/ })).toHaveCount(0)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Earlier' }).click()
  await expect(lines.first()).toContainText('Tin 1.')
  await page.getByRole('link', { name: 'Newest' }).click()
  await expect(lines.first()).toContainText('Tin 51.')

  await onDatabase(database, async (query) => {
    await query('alter table ledger_notes rename to ledger_notes_away')
    try {
      await page.reload()
      await expect(page.getByText('The books can’t be read now.')).toBeVisible()
      await expect(page.getByText('in the pot')).toHaveCount(0)
    } finally {
      await query('alter table ledger_notes_away rename to ledger_notes')
    }
  })
})
