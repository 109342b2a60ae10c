import type { Page } from '@playwright/test'
import { accessibilityViolations } from '../support/accessibility.ts'
import { addUnreadNudge, fillTenYears } from '../support/dashboard.ts'
import { onDatabase } from '../support/database.ts'
import { signIn } from '../support/gate-page.ts'
import { expect, test } from '../support/own-site.ts'
import { openUntilIdle } from '../support/page-idle.ts'
import { expectFitsScreens } from '../support/screens.ts'

test.use({ siteName: 'dashboard', expectedErrors: [/status of 404/] })

const home = '/common-room/member'
const dashboard = '/common-room/member/dashboard'
const expectGood = async (page: Page) => {
  expect(await accessibilityViolations(page)).toEqual([])
  await expectFitsScreens(page)
}
const kinds = (page: Page) =>
  page
    .locator('[data-tile]')
    .evaluateAll((all) => all.map((each) => each.getAttribute('data-tile')))

test('own numbers, a year with its picture, and a home in one’s own order, with and without scripts', async ({
  openPage,
  browser,
  site,
}) => {
  const page = await openPage()
  const email = 'numbers@venue.example'
  await signIn(page, email, site)
  await onDatabase(site.database, async (query) => {
    const [row] = await query<{ id: number }>('select id from members where email = $1', [email])
    await query('update members set name = $2 where id = $1', [row?.id, 'Ada '.repeat(30).trim()])
    await fillTenYears(query, row?.id ?? 0, 'e2e')
  })

  await test.step('without consent there is everything but where one was', async () => {
    await openUntilIdle(page, dashboard)
    await expect(
      page.getByRole('heading', { name: 'We keep nothing of where you are' }),
    ).toBeVisible()
    await expectGood(page)
  })
  await test.step('with consent there is a grid, with a table behind it', async () => {
    await page.getByRole('button', { name: 'Keep my visits' }).click()
    await expect(page.getByRole('status')).toHaveText('Thank you. From now on it’s kept.')
    await page.getByText('The same in figures').click()
    await expect(page.getByRole('row', { name: 'Beer Hall' })).toBeVisible()
    await expectGood(page)
  })
  await test.step('beer styles are ticked', async () => {
    await page.getByRole('checkbox', { name: 'Stout' }).check()
    await page.getByRole('checkbox', { name: 'Wheat Beer' }).check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('2 of 11 tried')).toBeVisible()
  })
  await test.step('the year is a page, and a picture that shows what one lets it', async () => {
    await page.getByRole('link', { name: 'Your year, to look at and share' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Your year')
    const picture = page.getByAltText('The picture of your year')
    const isDrawn = () => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(isDrawn).toBe(1080)
    await expectGood(page)
    await page.getByRole('checkbox', { name: 'What I gave' }).check()
    await page.getByRole('button', { name: 'Draw it again' }).click()
    await expect(picture).toHaveAttribute('src', /money=1/)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Save the picture' }).click()
    expect((await download).suggestedFilename()).toMatch(/^my-20\d\d\.png$/)
  })
  await test.step('tiles that have nothing to say are absent, the others are moved by buttons', async () => {
    await openUntilIdle(page, home)
    expect(await kinds(page)).not.toContain('nudges')
    const before = await kinds(page)
    expect(before.indexOf('credit')).toBeLessThan(before.indexOf('moments'))
    await expectGood(page)
    await page.getByText('Put these in another order').click()
    for (let n = 0; n < 3; n++) {
      await page.getByRole('button', { name: 'Earlier: Moments' }).click()
      await expect(page.getByText('Moved.')).toBeVisible()
    }
    const after = await kinds(page)
    expect(after.indexOf('moments')).toBeLessThan(after.indexOf('credit'))
  })
  await test.step('a nudge that is opened from its tile is read', async () => {
    await onDatabase(site.database, async (query) => {
      const [row] = await query<{ id: number }>('select id from members where email = $1', [email])
      await addUnreadNudge(query, row?.id ?? 0)
    })
    await openUntilIdle(page, home)
    const reported = page.waitForResponse(/nudge-opened$/)
    await page.getByRole('link', { name: 'Chair' }).click()
    await expect(page).toHaveURL(/\/calendar$/)
    expect((await reported).status()).toBe(200)
    await openUntilIdle(page, home)
    expect(await kinds(page)).not.toContain('nudges')
  })
  await test.step('without scripts too', async () => {
    const { cookies, origins } = await page.context().storageState()
    const context = await browser.newContext({
      ...{ baseURL: site.server.url, javaScriptEnabled: false, storageState: { cookies, origins } },
    })
    const plain = await context.newPage()
    await plain.goto(dashboard)
    await plain.getByRole('link', { name: 'Month', exact: true }).click()
    await expect(plain).toHaveURL(/period=20\d\d-\d\d$/)
    await plain.getByRole('button', { name: 'Stop, and delete all of it' }).click()
    await expect(plain.getByRole('status')).toContainText('is deleted')
    await plain.goto('/common-room/main')
    await plain.getByText('Put these in another order').click()
    await plain.getByRole('button', { name: 'Later: Lunch' }).click()
    await expect(plain).toHaveURL(/\/common-room\/main\?done=moved/)
    await context.close()
  })
})
