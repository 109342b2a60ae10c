import { accessibilityViolations } from '../support/accessibility.ts'
import { onDatabase } from '../support/database.ts'
import { membershipOf } from '../support/membership.ts'
import { becomeStaff, expect, testInReusedPages as test } from '../support/own-site.ts'
import { openUntilIdle, waitUntilIdle } from '../support/page-idle.ts'
import { photograph } from '../support/pictures.ts'

test.use({ siteName: 'common-good-page' })

test('a payout that one person asks for and another approves is on the page with its receipt', {
  tag: '@extended',
}, async ({ openPage, site }) => {
  const visitor = await openPage()
  await visitor.goto('/cafe')
  await visitor.locator('.foot').getByRole('link', { name: 'Where it goes' }).click()
  await expect(visitor).toHaveURL('/common-good')
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
  const total = visitor.locator('[data-common-good-total]')
  await expect(total).toHaveText((await visitor.locator('.foot .total').textContent()) ?? '')
  // The chart and its table show the same amounts.
  const rows = visitor.getByRole('table', { name: 'Month by month' }).locator('tbody tr')
  await expect(rows).toHaveCount(12)
  const titles = await visitor.locator('svg[role=img] title').allTextContents()
  expect(titles.length).toBeGreaterThan(10)
  for (const title of titles) {
    const [, month = '', amount = ''] = /^(\w+ \d+): (\S+) (in|out)$/.exec(title) ?? []
    const [name = '', year] = month.split(' ')
    await expect(rows.filter({ hasText: `${name.slice(0, 3)} ${year}` })).toContainText(amount)
  }
  expect(await accessibilityViolations(visitor)).toEqual([])

  const staffPage = await openPage('publisher')
  await openUntilIdle(staffPage, '/cms/common-good/causes')
  const funding = staffPage.locator('section', {
    has: staffPage.getByRole('heading', { name: 'Set money aside' }),
  })
  await funding
    .getByLabel('Cause')
    .selectOption({ label: 'A bench for Infirmary Road (£0.00 left)' })
  await funding.getByLabel('Amount').fill('120')
  await funding.getByRole('button', { name: 'Set aside' }).dblclick()
  const bench = staffPage.locator('.movements > li', { hasText: 'A bench for Infirmary Road' })
  await expect(bench).toContainText('£120.00 of £740.00')

  await becomeStaff(staffPage, site, 'editor')
  await openUntilIdle(staffPage, '/cms/common-good/causes')
  await expect(staffPage.getByText('Publishers set money aside.')).toBeVisible()
  await staffPage
    .getByLabel('Cause')
    .selectOption({ label: 'A bench for Infirmary Road (£120.00 left)' })
  await staffPage.getByLabel('Amount').fill('45.50')
  await staffPage.getByLabel('What for').fill('Oak boards')
  await staffPage.getByLabel('Paid from').selectOption('Bank account')
  await staffPage.getByRole('button', { name: 'Ask for it' }).click()
  await expect(staffPage.getByText('Choose a photo of the receipt.')).toBeVisible()
  const buffer = await photograph()
  await staffPage
    .getByLabel('Photo of the receipt')
    .setInputFiles({ name: 'r.jpg', mimeType: 'image/jpeg', buffer })
  await staffPage.getByRole('button', { name: 'Ask for it' }).click()
  const requested = staffPage.locator('.movements > li', { hasText: 'Oak boards' })
  await expect(requested).toContainText('waits for a second person')
  await expect(requested.getByRole('button')).toHaveCount(0)
  expect(await accessibilityViolations(staffPage)).toEqual([])

  await becomeStaff(staffPage, site, 'publisher')
  await openUntilIdle(staffPage, '/cms')
  await staffPage.getByRole('link', { name: '1 payout', exact: true }).click()
  await waitUntilIdle(staffPage)
  await staffPage.getByRole('button', { name: 'Approve £45.50, Oak boards' }).click()
  const dialog = staffPage.getByRole('dialog', { name: 'Approve this payout' })
  expect(await accessibilityViolations(staffPage, { within: 'dialog' })).toEqual([])
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(staffPage.locator('.movements > li', { hasText: 'Oak boards' })).toContainText(
    'publisher approved it',
  )

  await visitor.reload()
  const paid = visitor.locator('.payouts > li', { hasText: 'Oak boards' })
  await expect(paid).toContainText('£45.50')
  await expect(paid.getByRole('img', { name: 'Receipt: Oak boards' })).toBeAttached()
  await expect(visitor.locator('#a-bench-for-infirmary-road')).toContainText('£120.00 of £740.00')

  const booked = staffPage.locator('.movements > li', { hasText: 'Oak boards' })
  await expect(booked).toContainText('Bank account')
  await booked.getByRole('button', { name: 'Take back … £45.50, Oak boards' }).click()
  const reversal = staffPage.getByRole('dialog', { name: 'Take this payout back' })
  await reversal.getByLabel('Reason').fill('The boards were rotten')
  expect(await accessibilityViolations(staffPage, { within: 'dialog' })).toEqual([])
  await reversal.getByRole('button', { name: 'Ask for it' }).click()
  await expect(booked).toContainText('asked to take it back: The boards were rotten')
  await expect(booked).toContainText('Yours: somebody else approves it.')
  await becomeStaff(staffPage, site, 'admin')
  await openUntilIdle(staffPage, '/cms/common-good/causes')
  await staffPage.getByRole('button', { name: 'Take back £45.50, Oak boards' }).click()
  await staffPage
    .getByRole('dialog', { name: 'Take this payout back' })
    .getByRole('button', { name: 'Take back', exact: true })
    .click()
  await expect(staffPage.locator('.movements > li', { hasText: 'Oak boards' })).toContainText(
    'approved that',
  )
  await visitor.reload()
  await expect(paid).toHaveCount(2)
  await expect(paid.first()).toContainText('−£45.50')
  await expect(paid.first()).toContainText('Taken back: Oak boards. The boards were rotten')
  await expect(paid.last()).toContainText('Taken back later')
  expect(await accessibilityViolations(visitor)).toEqual([])
})

test('a member’s message is read by staff, shown, reported and hidden, without JavaScript', async ({
  browser,
  openPage,
  site: { database, server },
}) => {
  const { visitor, user } = await membershipOf(server, database).signIn('ines@venue.example')
  await onDatabase(database, async (query) => {
    for (const [key, kind, codes] of [
      ['top-up', 'top_up', `{till:cash,member:${user.id}}`],
      ['gift', 'gift', `{member:${user.id},common_good}`],
    ]) {
      await query(
        `select ledger_transfer($1, '', $2, null, null, 'GBP', 'UTC', null, null, null, 'system', null, $3, '{-500,500}')`,
        [key, kind, codes],
      )
    }
  })
  const context = await browser.newContext({ baseURL: server.url, javaScriptEnabled: false })
  await context.addCookies(
    [...visitor.cookies].map(([name, value]) => ({ name, value, url: server.url })),
  )
  const member = await context.newPage()
  await member.goto('/common-good/message?thanks=1')
  await expect(member.getByRole('status')).toContainText('Thank you')
  await member.getByLabel('Your message').fill('For the fiddles.')
  await member.getByLabel('Your first name').fill('Ines')
  await member.getByRole('button', { name: 'Send it' }).click()
  await expect(member.getByRole('status')).toContainText('Somebody here reads it first.')
  await expect(member.getByText('“For the fiddles.”')).toHaveCount(0)
  await member.goto('/common-good/message')
  await member.getByLabel('Your message').fill('Another one.')
  await member.getByRole('button', { name: 'Send it' }).click()
  await expect(member.getByRole('alert')).toContainText('one message for each thing you give')

  const publisher = await openPage('publisher')
  await openUntilIdle(publisher, '/cms')
  await publisher.getByRole('link', { name: '1 message to the Common Good' }).click()
  await waitUntilIdle(publisher)
  const row = publisher.locator('.movements > li', { hasText: 'For the fiddles.' })
  await expect(row).toContainText('nobody sees it yet')
  expect(await accessibilityViolations(publisher)).toEqual([])
  await row.getByRole('button', { name: 'Show' }).click()
  await expect(row).toContainText('Shown')

  const guest = await openPage()
  await guest.goto('/common-good/message')
  const shown = guest.locator('.said > li', { hasText: 'For the fiddles.' })
  await expect(shown).toContainText('Ines')
  expect(await accessibilityViolations(guest)).toEqual([])
  await guest.goto('/common-good')
  await expect(guest.getByText('A gift from Ines')).toBeVisible()

  await member.reload()
  const own = member.locator('.said > li', { hasText: 'For the fiddles.' })
  await own.getByText('Report', { exact: true }).click()
  await own.getByRole('button', { name: 'Report it' }).click()
  await expect(member.getByRole('status')).toContainText('will look at that message')
  await context.close()

  await publisher.reload()
  await expect(row).toContainText('Reported by a visitor')
  await row.getByRole('button', { name: 'Hide' }).click()
  await expect(row).toContainText('Hidden')
  await guest.goto('/common-good/message')
  await expect(guest.getByText('For the fiddles.')).toHaveCount(0)
})
