import type { Page } from '@playwright/test'
import { addDays } from '../../cms/features/venue/hours/opening-hours.ts'
import { accessibilityViolations } from '../support/accessibility.ts'
import { onDatabase } from '../support/database.ts'
import { findOverflow } from '../support/overflowing.ts'
import { expect, test } from '../support/own-site.ts'
import { openUntilIdle } from '../support/page-idle.ts'
import { expectFitsScreens, onEachScreen } from '../support/screens.ts'
import { venueDayOf } from '../support/venue-days.ts'
import { waitUntil } from '../support/wait-until.ts'

test.use({
  siteName: 'enquiries',
  hasStripe: true,
  // The payment service's page, which the test answers itself.
  expectedErrors: [/^foreign: https:\/\/checkout\.stripe\.com\//],
})

/** Where SCREENS says so, keeps pictures of the page. */
async function picture(page: Page, name: string) {
  if (!process.env.SCREENS) return
  const size = page.viewportSize()
  for (const [width, height] of [
    [390, 664],
    [1024, 768],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.screenshot({ path: `${process.env.SCREENS}/${name}-${width}.png`, fullPage: true })
  }
  if (size) await page.setViewportSize(size)
}

async function look(page: Page, state: string, { isAdmin = false } = {}) {
  await picture(page, state)
  expect(await accessibilityViolations(page), state).toEqual([])
  if (isAdmin) expect(await findOverflow(page), state).toEqual([])
  else await expectFitsScreens(page)
}

const pdf = '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<<>>\n%%EOF\n'

for (const { screen, tag } of onEachScreen('phone')) {
  test(`a wedding: from the enquiry to an event (${screen})`, { tag }, async ({
    openPage,
    site,
  }) => {
    const { database, stripe } = site
    if (!stripe) throw new Error('The site has no Stripe.')
    const email = `bride-${screen}@guests.example`
    const day = addDays(venueDayOf(new Date()), screen === 'phone' ? 411 : 415)
    const [guest, staff] = [await openPage(), await openPage('publisher')]

    await openUntilIdle(guest, '/hall')
    await guest.getByRole('link', { name: 'Ask for a date' }).click()
    await expect(guest).toHaveURL('/book/hall')
    await look(guest, `${screen}-form`)
    await guest.getByLabel('What is it about?').selectOption('Wedding & Party Catering')
    await guest.getByLabel('Which day would be best?').fill(day)
    await guest.getByLabel('How many of you').fill('80')
    await guest.getByLabel('What do you have in mind?').fill('A wedding, with a band and a dog.')
    await guest.getByLabel('Your name').fill('Grace Hopper')
    await guest.getByLabel('Email').first().fill(email)
    await guest.getByRole('button', { name: 'Ask us' }).click()
    await expect(guest).toHaveURL(/\/book\/hall\/enquiry\?done=sent$/)
    await expect(guest.getByRole('heading', { level: 1 })).toContainText(/your mail/i)
    await look(guest, `${screen}-sent`)

    const path = await waitUntil(
      () =>
        onDatabase(database, async (query) => {
          const [mail] = await query<{ text: string }>(
            'select text from mails where to_address = $1',
            [email],
          )
          return /\/book\/hall\/enquiry\/[\da-f-]+/.exec(mail?.text ?? '')?.[0] ?? ''
        }),
      Boolean,
    )
    await guest.goto(path)
    await look(guest, `${screen}-confirm`)
    await guest.getByRole('button', { name: 'Yes, that’s me' }).click()
    await expect(guest.getByRole('status')).toContainText('A person answers')
    await guest
      .getByLabel('Choose a file')
      .setInputFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf) })
    await guest.getByRole('button', { name: 'Add it' }).click()
    await expect(guest.getByText('plan.pdf').first()).toBeVisible()
    await look(guest, `${screen}-waiting`)

    await staff.goto('/cms/enquiries')
    await expect(staff.getByRole('heading', { level: 1 })).toHaveText('Enquiries')
    await look(staff, `${screen}-board`, { isAdmin: true })
    await staff.getByRole('link', { name: 'List', exact: true }).click()
    await expect(staff.locator('.enquiries-table')).toBeVisible()
    await look(staff, `${screen}-list`, { isAdmin: true })
    await staff
      .locator('tr', { hasText: '80' })
      .getByRole('link', { name: 'Grace Hopper' })
      .first()
      .click()
    await expect(staff.getByText('A wedding, with a band and a dog.')).toBeVisible()
    await staff.getByLabel('Mail', { exact: true }).fill('Congratulations! That Saturday is free.')
    await staff.getByRole('button', { name: 'Send the mail' }).click()
    await expect(staff.getByText('Answered', { exact: true })).toBeVisible()
    await staff.getByText('Send a quote').click()
    await staff.getByLabel('Day', { exact: true }).fill(day)
    await staff.getByLabel('Price of one').fill('1400')
    await staff.getByLabel('Deposit by card').fill('300')
    await expect(staff.getByText('Total £1,400.00')).toBeVisible()
    await look(staff, `${screen}-quote-form`, { isAdmin: true })
    await staff.getByRole('button', { name: 'Send the quote' }).click()
    await expect(staff.getByText('Quoted', { exact: true })).toBeVisible()
    await look(staff, `${screen}-quoted`, { isAdmin: true })

    await guest.goto(path)
    await expect(guest.getByText('£1,400.00').first()).toBeVisible()
    await look(guest, `${screen}-quote`)
    await guest.getByRole('button', { name: 'Yes, we take it' }).click()
    await expect(guest.getByRole('status')).toContainText('accepted')
    await look(guest, `${screen}-pay`)
    await guest.route('https://checkout.stripe.com/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Pay</title><h1>Pay here</h1>' }),
    )
    await guest.getByRole('button', { name: 'Pay £300.00' }).click()
    await expect(guest.getByRole('heading', { name: 'Pay here' })).toBeVisible()
    stripe.pay(stripe.sessionAt(guest.url()))
    await guest.goto(`${path}?card=paid`)
    await expect(guest.getByText('Paid, thank you.')).toBeVisible()
    await look(guest, `${screen}-won`)

    await staff.reload()
    await expect(staff.getByText('Won', { exact: true })).toBeVisible()
    await look(staff, `${screen}-staff-won`, { isAdmin: true })
    await staff.getByRole('button', { name: 'Make a draft of an event' }).click()
    await expect(staff).toHaveURL(/\/cms\/collections\/events\/\d+/)
    await expect(staff.getByLabel('Title')).toHaveValue(`Wedding & Party Catering, ${day}`)
  })
}
