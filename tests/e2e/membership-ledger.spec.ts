import type { Page } from '@playwright/test'
import { accessibilityViolations } from '../support/accessibility.ts'
import { topUpAt } from '../support/credit.ts'
import { codeFieldOn, dialogOn, openGate, press, signIn } from '../support/gate-page.ts'
import { membershipOf } from '../support/membership.ts'
import { expect, test } from '../support/own-site.ts'
import { openUntilIdle, waitUntilIdle } from '../support/page-idle.ts'
import { expectFitsScreens } from '../support/screens.ts'

test.use({ siteName: 'membership', expectedErrors: [/status of (400|401|403|409)/] })

const ledger = '/common-room/member/ledger'
const addressOf = (name: string) => `${name}-${test.info().project.name}@venue.example`
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const creditOn = (page: Page) => section(page, 'Your credit').getByRole('definition').first()

test('a member gives credit, switches on rounding up, and sends credit that somebody else claims', async ({
  openPage,
  site,
}) => {
  const [email, friend] = [addressOf('ledger'), addressOf('ledger-friend')]
  const membership = membershipOf(site.server, site.database)
  const page = await openPage()
  await signIn(page, email, site)
  await openUntilIdle(page, ledger)
  await expect(page.getByText('Nothing yet')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])

  await topUpAt(site.database, email, 2000)
  await openUntilIdle(page, ledger)
  await expect(creditOn(page)).toHaveText('£20.00')

  const give = section(page, 'Give')
  await give.getByRole('link', { name: '£5' }).click()
  await waitUntilIdle(page)
  await give.getByRole('button', { name: 'Yes, give it' }).dblclick()
  await expect(give.getByRole('status')).toContainText('£5.00 is in the Common Good now.')
  await expect(creditOn(page)).toHaveText('£15.00')

  const roundUp = section(page, 'Round up')
  await roundUp.getByRole('button', { name: 'Switch it on' }).click()
  await expect(roundUp.getByText('Rounding up is on.')).toBeVisible()

  await membership.query(
    `update member_sessions set proved_at = now() - interval '301 seconds'
      where member = (select id from members where email = $1)`,
    [email],
  )
  await waitUntilIdle(page)
  const send = section(page, 'Send')
  await send.getByLabel('Their email').fill(friend)
  await send.getByLabel('How much?').fill('5')
  await send.getByRole('button', { name: 'Send it' }).click()
  await expect(dialogOn(page, 'Is it you?')).toBeVisible()
  await press(page, 'Send code')
  await expect(codeFieldOn(page)).toBeVisible()
  await codeFieldOn(page).fill(await membership.codeTo(email))
  await expect(send.getByRole('status')).toContainText(`£5.00 to ${friend}`)
  await expect(creditOn(page)).toHaveText('£10.00')
  await send.getByRole('button', { name: 'Take it back' }).click()
  await expect(creditOn(page)).toHaveText('£15.00')

  // The proof is fresh, so no dialog opens. A problem is shown in the form, which keeps what was typed.
  await waitUntilIdle(page)
  await send.getByLabel('Their email').fill(friend)
  await send.getByLabel('How much?').fill('16')
  await send.getByRole('button', { name: 'Send it' }).click()
  await expect(send.getByRole('alert')).toContainText('There is not enough credit for this.')
  await expect(send.getByLabel('Their email')).toHaveValue(friend)
  await send.getByLabel('How much?').fill('15')
  await send.getByRole('button', { name: 'Send it' }).click()
  await expect(creditOn(page)).toHaveText('£0.00')

  const lines = section(page, 'Statement').locator('summary')
  await expect(lines).toHaveCount(5)
  await lines.first().click()
  await expect(
    section(page, 'Statement').getByRole('definition').filter({ hasText: friend }),
  ).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await expectFitsScreens(page)

  const [mail] = (await membership.mailsTo(friend)).slice(-1)
  const link = /\/common-room\/claim\/[0-9a-f]{40}/.exec(mail?.text ?? '')?.[0] ?? ''
  const other = await openPage()
  await openUntilIdle(other, link)
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('£15.00')
  expect(await accessibilityViolations(other)).toEqual([])
  await other.getByRole('button', { name: 'Take it' }).click()
  await waitUntilIdle(other)
  await membership.resetCodeLimits()
  await openGate(other)
  await press(other, 'Email instead')
  await other.getByRole('dialog').getByLabel('Email', { exact: true }).fill(friend)
  await press(other, 'Send code')
  await expect(codeFieldOn(other)).toBeVisible()
  await codeFieldOn(other).fill(await membership.codeTo(friend))
  await expect(other).toHaveURL(link)
  await other.getByRole('button', { name: 'Take it' }).click()
  await expect(creditOn(other)).toHaveText('£15.00')
  await expect(other.getByText('It’s yours')).toBeVisible()
})

test('a statement of 50 entries is printed on one page, without the rest of the site', {
  tag: '@extended',
}, async ({ openPage, site }) => {
  const email = addressOf('ledger-print')
  const page = await openPage()
  await signIn(page, email, site)
  for (let n = 0; n < 50; n++) await topUpAt(site.database, email, 100)
  await openUntilIdle(page, ledger)
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(`Statement of ${email}`)).toBeVisible()
  await expect(section(page, 'Statement').getByRole('listitem').last()).toBeVisible()
  await expect(section(page, 'Give')).toBeHidden()
  await expect(page.locator('.foot')).toBeHidden()
})

test('an open ledger page and My Home show a top-up within seconds, and the member chooses how they hear of it', {
  tag: '@extended',
}, async ({ openPage, site }) => {
  const email = addressOf('ledger-live')
  const page = await openPage()
  await signIn(page, email, site)
  await openUntilIdle(page, ledger)
  await topUpAt(site.database, email, 2000)
  await expect(creditOn(page)).toHaveText('£20.00')
  await expect(section(page, 'Statement').locator('summary')).toHaveCount(1)

  await openUntilIdle(page, '/common-room/member')
  await topUpAt(site.database, email, 500)
  await expect(page.getByText('£25.00')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])

  await openUntilIdle(page, '/notifications')
  await page.getByLabel('Paid, given back, corrected').selectOption('By mail')
  await section(page, 'Your credit').getByRole('button', { name: 'Keep this' }).click()
  await expect(page.getByText('Kept.')).toBeVisible()
  await openUntilIdle(page, '/notifications')
  await expect(page.getByLabel('Paid, given back, corrected')).toHaveValue('mail')
  expect(await accessibilityViolations(page)).toEqual([])
})
