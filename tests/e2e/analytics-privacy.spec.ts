import { accessibilityViolations } from '../support/accessibility.ts'
import { visitWriterOf } from '../support/analytics-visits.ts'
import { openProfile, signIn, toastOn } from '../support/gate-page.ts'
import { expect, test } from '../support/own-site.ts'
import { openUntilIdle } from '../support/page-idle.ts'

test.use({ siteName: 'membership' })

const emailFor = (name: string) => `${name}-${test.info().project.name}@venue.example`

test('visitors decide on /privacy whether their visits are counted', async ({ openPage }) => {
  const page = await openPage()
  await openUntilIdle(page, '/privacy')
  const cookie = async () =>
    (await page.context().cookies()).find(({ name }) => name === 'analytics')
  const optOut = page.getByRole('button', { name: 'Don’t count them' })
  const optIn = page.getByRole('button', { name: 'Count them again' })
  await expect(page.getByText('Visits with this browser are counted.')).toBeVisible()
  expect(await cookie()).toBeUndefined()
  await optOut.click()
  await expect(page.getByText('Visits with this browser aren’t counted.')).toBeVisible()
  await expect(optOut).toBeHidden()
  await expect(optIn).toBeFocused()
  expect(await cookie()).toMatchObject({ value: 'off', path: '/', sameSite: 'Lax' })
  await page.reload()
  await optIn.click()
  await expect(optOut).toBeFocused()
  expect(await cookie()).toBeUndefined()
})

test('/privacy says that Global Privacy Control is honoured, and how long visits are kept', {
  tag: '@extended',
}, async ({ openPage }) => {
  const page = await openPage()
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
  )
  await openUntilIdle(page, '/privacy')
  await expect(page.getByText(/^Your browser sends Global Privacy Control/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Don’t count them' })).toBeHidden()
  const retention = page.locator('#retention')
  await expect(retention.getByText('13 months', { exact: true })).toBeVisible()
  const pressed = retention.getByText('What was pressed in a visit').locator('..')
  await expect(pressed.getByText('90 days', { exact: true })).toBeVisible()
})

test('a member agrees that visits are stored as the member’s own, sees them, and deletes them', {
  tag: '@extended',
}, async ({ openPage, site }) => {
  const email = emailFor('visits')
  const page = await openPage()
  await signIn(page, email, site)
  await openProfile(page)
  const part = page.locator('section[aria-labelledby=visits]')
  const box = part.getByRole('checkbox', { name: 'Let the venue learn from my visits' })
  await expect(box).not.toBeChecked()
  await expect(part.getByText('Nothing.')).toBeVisible()
  await box.check()
  await expect(toastOn(page, 'Thank you. From now on your visits are kept as yours.')).toBeVisible()
  const visits = visitWriterOf(site.database)
  const [member] = await visits.query<{ id: number }>('select id from members where email = $1', [
    email,
  ])
  const user = member?.id ?? 0
  for (let count = 0; count < 11; count++) {
    await visits.visit({ user, clicks: 1, views: [{}, { seconds: 185 }] })
  }
  await openProfile(page)
  await expect(box).toBeChecked()
  // The visit in this browser is listed too.
  const summaries = part.locator('summary').filter({ hasText: '2 pages · Safari, iOS' })
  await summaries.first().click()
  await expect(part.getByText('3 min 5 s · 80 % seen').first()).toBeVisible()
  await expect(part.getByText('Pressed “Book a table”').first()).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await part.getByRole('button', { name: 'Earlier visits' }).click()
  await expect(part.getByRole('button', { name: 'Earlier visits' })).toBeHidden()
  await expect(summaries).toHaveCount(11)
  await part.getByRole('button', { name: 'Delete them all' }).click()
  await expect(part.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await part.getByRole('button', { name: 'Yes, delete them' }).click()
  await expect(toastOn(page, 'Your visits are deleted.')).toBeVisible()
  await expect(part.getByText('Nothing.')).toBeVisible()
  await expect(part.getByRole('heading', { name: 'What we’ve kept' })).toBeFocused()
  await box.uncheck()
  await expect(
    toastOn(page, 'Your name is off your visits, from now on and back to the first.'),
  ).toBeVisible()
  await page.reload()
  await expect(box).not.toBeChecked()
})
