import type { Page } from '@playwright/test'
import { addDays } from '../../cms/features/venue/hours/opening-hours.ts'
import { hexHmac } from '../../cms/platform/crypto/hmac.ts'
import { accessibilityViolations } from '../support/accessibility.ts'
import { onDatabase } from '../support/database.ts'
import { findOverflow } from '../support/overflowing.ts'
import { expect, test } from '../support/own-site.ts'
import { openUntilIdle } from '../support/page-idle.ts'
import { expectFitsScreens, onEachScreen } from '../support/screens.ts'
import { secret } from '../support/server.ts'
import { venueDayOf } from '../support/venue-days.ts'
import { waitUntil } from '../support/wait-until.ts'

test.use({
  siteName: 'enquiries',
  hasStripe: true,
  // The payment service's page, which the test answers itself; and the mail of a page that somebody else’s change made old.
  expectedErrors: [
    /^foreign: https:\/\/checkout\.stripe\.com\/|status of 409 \(Conflict\) at \S+\/api\/enquiries\/mail$/,
  ],
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

/** The token of the permanent link of an enquiry. */
function tokenOf(id: number): string {
  const ids = `${id}-1`
  return `${ids}-${hexHmac(ids, { purpose: 'enquiry', secret, length: 40 })}`
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
    const choose = guest.getByLabel('Choose a file')
    const huge = Buffer.alloc(6 * 1024 * 1024, '%PDF-')
    await choose.setInputFiles({ name: 'huge.pdf', mimeType: 'application/pdf', buffer: huge })
    await guest.getByRole('button', { name: 'Add it' }).click()
    await expect(guest.getByRole('alert')).toContainText('A file can have 5 MB at most')
    await look(guest, `${screen}-too-large`)
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
    // What is typed stays while other things are saved, and when somebody else was faster.
    const mail = staff.getByLabel('Mail', { exact: true })
    await mail.fill('Congratulations! That Saturday is free.')
    await staff.getByLabel('Looked after by').selectOption({ index: 1 })
    await staff.getByRole('button', { name: 'Save' }).click()
    await expect(staff.getByText('Saved.')).toBeVisible()
    await staff.getByText('Paste a reply of theirs').click()
    await staff.getByLabel('What they wrote elsewhere').fill('She rang: the dog is called Ada.')
    await staff
      .locator('details', { hasText: 'Paste a reply' })
      .getByRole('button', { name: 'Keep it' })
      .click()
    await expect(staff.locator('.enquiries-talk')).toContainText('the dog is called Ada')
    await expect(mail).toHaveValue('Congratulations! That Saturday is free.')
    await onDatabase(database, (query) =>
      query('update enquiries set version = version + 1 where email = $1', [email]),
    )
    await staff.getByRole('button', { name: 'Send the mail' }).click()
    await expect(staff.getByText('Somebody changed this enquiry meanwhile.')).toBeVisible()
    await expect(mail).toHaveValue('Congratulations! That Saturday is free.')
    await expect(async () => {
      await staff.getByRole('button', { name: 'Send the mail' }).click()
      await expect(staff.getByText('Answered', { exact: true })).toBeVisible({ timeout: 2000 })
    }).toPass()
    await expect(mail).toHaveValue('')
    await staff.getByText('Send a quote').click()
    await staff.getByLabel('Day', { exact: true }).fill(day)
    await staff.getByLabel('Price of one').fill('1,400')
    await staff.getByLabel('Deposit by card').fill('300')
    await expect(staff.getByText('Total £1,400.00')).toBeVisible()
    await look(staff, `${screen}-quote-form`, { isAdmin: true })
    await staff.getByRole('button', { name: 'Send the quote …' }).click()
    await look(staff, `${screen}-quote-question`, { isAdmin: true })
    await staff.getByRole('button', { name: 'Send it' }).click()
    await expect(staff.getByText('Quoted', { exact: true })).toBeVisible()
    // The form is empty and closed again.
    await expect(staff.getByLabel('Price of one')).toBeHidden()
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

test('what is late is marked, and pages of expired and closed enquiries say how to go on', {
  tag: '@phone',
}, async ({ openPage, site }) => {
  const { database } = site
  const [guest, staff] = [await openPage(), await openPage('admin')]
  const query = <Row extends object>(text: string, values: unknown[] = []) =>
    onDatabase(database, (run) => run<Row>(text, values))
  await staff.goto('/cms')
  await expect(staff.getByText('One enquiry is overdue.')).toBeVisible()
  await look(staff, 'start', { isAdmin: true })
  await staff.getByRole('link', { name: /enquiry is overdue/ }).click()
  await expect(staff.getByRole('row', { name: /Tomasz Reid/ })).toContainText('Overdue')
  await look(staff, 'overdue', { isAdmin: true })
  await staff.getByRole('link', { name: 'Tomasz Reid' }).click()
  await expect(staff.getByText('Overdue since')).toBeVisible()
  await look(staff, 'overdue-one', { isAdmin: true })

  // A quote that nobody accepted in time.
  const idOf = async (name: string) =>
    (await query<{ id: number }>('select id from enquiries where name = $1', [name]))[0]?.id ?? 0
  const [walter, bruno] = [await idOf('Walter Lindqvist'), await idOf('Bruno Keller')]
  await guest.goto(`/book/hall/enquiry/${tokenOf(walter)}`)
  await expect(guest.getByRole('button', { name: 'Yes, we take it' })).toBeVisible()
  await look(guest, 'quote-demo')
  for (const change of [
    "update enquiry_quotes set valid_until = now() - interval '1 minute' where enquiry = $1",
    "update enquiry_holds set held_until = now() - interval '1 minute' where enquiry = $1",
  ])
    await query(change, [walter])
  await query("select graphile_worker.add_job('enquiries.end_quotes', '{}')")
  await staff.goto(`/cms/enquiries/${walter}`)
  await expect(async () => {
    await staff.reload()
    await expect(staff.getByText('Nobody accepted the quote in time.')).toBeVisible({
      timeout: 2000,
    })
  }).toPass()
  await expect(staff.getByText('Due today', { exact: true })).toBeVisible()
  await look(staff, 'expired-staff', { isAdmin: true })
  await guest.reload()
  await expect(guest.getByRole('heading', { level: 1 })).toContainText(/free again/i)
  await look(guest, 'expired-guest')

  await guest.goto(`/book/hall/enquiry/${tokenOf(bruno)}`)
  await expect(guest.getByRole('heading', { level: 1 })).toContainText(/closed/i)
  await look(guest, 'lost-guest')
  await staff.goto(`/cms/enquiries/${bruno}`)
  await look(staff, 'lost-staff', { isAdmin: true })
  await staff.goto(`/cms/enquiries/${await idOf('Ada Osei')}`)
  await look(staff, 'held-staff', { isAdmin: true })
  await staff.getByRole('button', { name: 'Close as lost …' }).click()
  await expect(staff.getByRole('dialog')).toBeVisible()
  await look(staff, 'lose-dialog', { isAdmin: true })
  await staff.keyboard.press('Escape')
  await staff.goto('/cms/enquiries')
  await staff.getByLabel('Name, address, number or words').fill('mother turns ninety')
  await staff.getByRole('button', { name: 'Find' }).click()
  await expect(staff.getByRole('row')).toHaveCount(2)
  await look(staff, 'found', { isAdmin: true })

  // Those who look for a table for too many people take what they said with them.
  const day = addDays(venueDayOf(new Date()), 30)
  await guest.goto(`/book/times?area=Cafe&party=15&day=${day}`)
  await guest.getByRole('link', { name: 'Ask for a date' }).first().click()
  await expect(guest.getByLabel('Which day would be best?')).toHaveValue(day)
  await expect(guest.getByLabel('How many of you')).toHaveValue('15')
})
