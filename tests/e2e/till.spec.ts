import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { accessibilityViolations } from '../support/accessibility.ts'
import { launchBrowser } from '../support/browser.ts'
import { onDatabase } from '../support/database.ts'
import { cameraArguments, writeCameraFile } from '../support/fake-camera.ts'
import { becomeStaff, expect, testInReusedPages as test } from '../support/own-site.ts'
import { openUntilIdle, waitUntilIdle } from '../support/page-idle.ts'

// The server answers 404 for the first card, because no member has this card.
test.use({ siteName: 'daily-work', expectedErrors: [/status of 404/] })

test('a payment right after a top-up is taken, although the page has not been loaded again yet', {
  tag: ['@phone', '@extended'],
}, async ({ openPage, site: { database } }) => {
  const [member] = await onDatabase(database, (query) =>
    query<{ id: number }>(
      `insert into members (email, name) values ('ada@till.example', 'Ada Till') returning id`,
    ),
  )
  const page = await openPage('publisher')
  await openUntilIdle(page, `/cms/till?member=${member?.id}`)
  const loadsAgain = Promise.withResolvers<void>()
  await page.route(
    ({ pathname }) => pathname === '/cms/till',
    async (route) => {
      if (route.request().headers().rsc) await loadsAgain.promise
      await route.continue()
    },
  )
  const sectionOf = (name: string) =>
    page.locator('section', { has: page.getByRole('heading', { name }) })
  const dialog = page.getByRole('dialog')
  const topUp = sectionOf('Top up')
  await topUp.getByLabel('Amount').fill('20')
  await topUp.getByLabel('Receipt number').fill('R 2')
  await topUp.getByRole('button', { name: 'Top up …' }).click()
  await dialog.getByRole('button', { name: 'Top up', exact: true }).click()
  await expect(page.getByText('Topped up. Ada Till has £20.00 now.')).toBeVisible()
  await expect(page.locator('.till-sums')).toContainText('£0.00')
  const payment = sectionOf('Take a payment')
  await payment.getByLabel('Price').fill('4.50')
  await payment.getByLabel('Where').selectOption('Cafe')
  await payment.getByRole('button', { name: /^Take / }).click()
  await expect(page.getByText('Paid. Ada Till has £15.50 left.')).toBeVisible()
  loadsAgain.resolve()
  await expect(page.locator('.till-sums')).toContainText('£15.50')
})

test('a publisher tops up a member, takes a payment, reverses it, and closes the till', {
  tag: '@phone',
}, async ({ openPage, site: { database } }) => {
  const [member] = await onDatabase(database, (query) =>
    query<{ id: number }>(
      `insert into members (email, name) values ('grace@till.example', 'Grace Till') returning id`,
    ),
  )
  const page = await openPage('publisher')
  await openUntilIdle(page, '/cms')
  await page.getByRole('navigation', { name: 'Most used' }).getByText('Till').click()
  await expect(page).toHaveURL('/cms/till')
  await waitUntilIdle(page)
  const card = page.getByRole('textbox', { name: 'Card', exact: true })
  await card.fill('99999999')
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page.getByText('There is no such member.')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  // Enters the number of the card as a scanner does.
  await card.fill(String(member?.id).padStart(5, '0'))
  await card.press('Enter')
  await expect(page).toHaveURL(`/cms/till?member=${member?.id}`)
  await page.getByRole('link', { name: 'Somebody else' }).click()
  await expect(page).toHaveURL('/cms/till')
  await page.getByLabel('Member').fill('grace till')
  await page.getByRole('button', { name: 'Grace Till' }).click()
  await expect(page).toHaveURL(`/cms/till?member=${member?.id}`)
  await waitUntilIdle(page)
  const credit = page.locator('.till-sums')
  await expect(credit).toContainText('£0.00')

  const topUp = page.locator('section', { has: page.getByRole('heading', { name: 'Top up' }) })
  await topUp.getByLabel('Amount').fill('20')
  await topUp.getByLabel('Receipt number').fill('R 1')
  await topUp.getByRole('button', { name: 'Top up …' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('For Grace Till, paid with: Cash, receipt R 1.')
  expect(await accessibilityViolations(page, { within: 'dialog' })).toEqual([])
  await dialog.getByRole('button', { name: 'Top up', exact: true }).click()
  await expect(page.getByText('Topped up. Grace Till has £20.00 now.')).toBeVisible()
  await expect(credit).toContainText('£20.00')

  const payment = page.locator('section', {
    has: page.getByRole('heading', { name: 'Take a payment' }),
  })
  await payment.getByLabel('Price').fill('20.01')
  await payment.getByLabel('Where').selectOption('Cafe')
  await payment.getByRole('button', { name: /^Take / }).click()
  await expect(payment.getByText('There is £20.00.')).toBeVisible()
  await payment.getByLabel('Price').fill('4.50')
  await payment.getByRole('button', { name: /^Take / }).click()
  await expect(page.getByText('Paid. Grace Till has £15.50 left.')).toBeVisible()
  await expect(credit).toContainText('£15.50')
  expect(await accessibilityViolations(page)).toEqual([])

  const paid = page.locator('.movements > li', { hasText: 'Payment · Cafe' })
  await paid.getByRole('button', { name: /^Reverse/ }).click()
  await dialog.getByLabel('Reason').fill('Paid in cash')
  await dialog.getByRole('button', { name: 'Reverse', exact: true }).click()
  await expect(page.locator('.movements > li').first()).toContainText('Paid in cash')
  await expect(credit).toContainText('£20.00')

  await page.getByRole('navigation', { name: 'Till' }).getByText('Closing').click()
  await expect(page).toHaveURL('/cms/till/closing')
  await waitUntilIdle(page)
  const drawer = page.locator('section', {
    has: page.getByRole('heading', { name: 'Cash', exact: true }),
  })
  const booked = await drawer.getByText('£').first().textContent()
  const pence = Math.round(Number(booked?.replace(/[£,]/g, '').replace('−', '-')) * 100)
  await drawer.getByLabel('Counted').fill(((pence - 50) / 100).toFixed(2))
  await drawer.getByLabel('Why £0.50 less').fill('A coin fell')
  await drawer.getByRole('button', { name: /^Close/ }).click()
  await dialog.getByRole('button', { name: 'Close it' }).click()
  await expect(page.getByText('Closed: Cash.')).toBeVisible()
  const line = page.locator('tbody tr').first()
  await expect(line).toContainText('−£0.50')
  await expect(line).toContainText('A coin fell')
  await expect(line).toContainText('publisher')
  await expect(drawer).toContainText('£0.00')
  expect(await accessibilityViolations(page)).toEqual([])

  await page.getByRole('navigation', { name: 'Till' }).getByText('Trial balance').click()
  await expect(page.getByText('Debit and credit are equal: the total is zero.')).toBeVisible()
  await expect(page.getByText('Admins download the books.')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
})

test('a publisher answers a case; editors cannot use the till', {
  tag: ['@desktop', '@extended'],
}, async ({ openPage, site }) => {
  await onDatabase(site.database, (query) =>
    query(
      `with one as (insert into members (email) values ('case@till.example') returning id)
       insert into cases (member, transfer, text) select id, 1, 'Two coffees?' from one`,
    ),
  )
  const page = await openPage('publisher')
  await openUntilIdle(page, '/cms')
  await page.getByRole('link', { name: 'One member waits for an answer.' }).click()
  await expect(page).toHaveURL('/cms/till/cases')
  await waitUntilIdle(page)
  await page.getByLabel('Answer to case').fill('One is back on your account.')
  await page.getByRole('button', { name: 'Answer …', exact: true }).click()
  await page.getByRole('button', { name: 'Mail the answer' }).click()
  await expect(page.getByText('The answer is on its way.')).toBeVisible()
  await expect(page.getByText('Nobody waits for an answer.')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])

  await becomeStaff(page, site, 'editor')
  await openUntilIdle(page, '/cms/till')
  await expect(page.getByText('The bar and publishers work with members’ money.')).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
})

test('the camera of a tablet reads the number of a card', async ({ site }) => {
  const [member] = await onDatabase(site.database, (query) =>
    query<{ id: number }>(
      `insert into members (email, name) values ('mary@till.example', 'Mary Till') returning id`,
    ),
  )
  const folder = await mkdtemp(path.join(tmpdir(), 'till-'))
  const file = path.join(folder, 'camera.y4m')
  const code = String(member?.id).padStart(5, '0')
  await writeCameraFile(file, [{ code, seconds: 20 }])
  const browser = await launchBrowser(cameraArguments(file))
  const context = await browser.newContext({ baseURL: site.server.url, permissions: ['camera'] })
  const page = await context.newPage()
  await becomeStaff(page, site, 'publisher')
  await openUntilIdle(page, '/cms/till')
  await page.getByRole('button', { name: 'Scan with the camera' }).click()
  await expect(page).toHaveURL(`/cms/till?member=${member?.id}`)
  await browser.close()
  await rm(folder, { recursive: true })
})
