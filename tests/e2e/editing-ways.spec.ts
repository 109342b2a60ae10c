import { onDatabase } from '../support/database.ts'
import {
  barOf,
  expectSaved,
  openAsStaff,
  openText,
  publishedTexts,
  startEditing,
  textOn,
  write,
} from '../support/editing-bar.ts'
import { runDue } from '../support/jobs.ts'
import { expect, test } from '../support/own-site.ts'
import { waitUntilIdle } from '../support/page-idle.ts'
import { phone } from '../support/screens.ts'

test.use({ siteName: 'ways' })

test.describe.configure({ mode: 'serial' })

test('a text is found, edited and published by keyboard', async ({ person }) => {
  const page = await person('publisher')
  const visitor = await person()
  await openAsStaff(page, '/beer')
  await page.keyboard.press('Alt+KeyE')
  await expect(barOf(page).getByRole('button', { name: 'Edit', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-ed-key]').first()).toBeVisible()
  const lead = textOn(page, 'hero.lead')
  const focused = () => lead.evaluate((each) => each.contains(document.activeElement))
  for (let step = 0; step < 40 && !(await focused()); step++) {
    await page.keyboard.press('Alt+ArrowDown')
  }
  expect(await focused()).toBe(true)
  await page.keyboard.press('Enter')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Twelve taps, and somebody who knows them.')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Saved as draft', { exact: true })).toBeAttached()
  expect(await focused()).toBe(true)
  await expectSaved(page)
  const review = barOf(page).getByRole('button', { name: /^Review/ })
  await review.focus()
  await page.keyboard.press('Enter')
  const publish = page.getByRole('button', { name: 'Publish 1', exact: true })
  await expect(publish).toBeVisible()
  for (let stop = 0; stop < 20; stop++) {
    if (await publish.evaluate((button) => button === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await expect
    .poll(() => publishedTexts(visitor, '/beer'))
    .toContain('Twelve taps, and somebody who knows them.')
  await page.keyboard.press('Escape')
  await expect(review).toBeFocused()
})

test('scheduled content is published on time, and unpublished manually', async ({
  person,
  site,
}) => {
  const page = await person('publisher')
  const visitor = await person()
  const delivered = await publishedTexts(visitor, '/kitchens')
  await openAsStaff(page, '/kitchens')
  await startEditing(page)
  await write(page, 'hero.lead', 'Four kitchens, from Thursday five.')
  const review = barOf(page).getByRole('button', { name: /^Review/ })
  await review.click()
  const sheet = page.getByRole('dialog', { name: 'Review and publish' })
  await sheet.getByRole('button', { name: 'Schedule …' }).click()
  await sheet.getByLabel(/^Publish 1 at/).fill('2100-07-01T12:00')
  await sheet.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(sheet.getByText('Publish on')).toContainText('(Europe/London)')
  await page.keyboard.press('Escape')
  await expect(textOn(page, 'hero.lead')).toHaveAttribute('data-ed-state', 'scheduled')
  expect(await publishedTexts(visitor, '/kitchens')).toEqual(delivered)
  await onDatabase(site.database, (query) => query('update scheduled_changes set at = now()'))
  await runDue(site.database)
  await expect
    .poll(() => publishedTexts(visitor, '/kitchens'), { timeout: 10_000 })
    .toContain('Four kitchens, from Thursday five.')

  await page.reload()
  const field = await openText(page, 'hero.lead')
  await page.getByRole('button', { name: 'History', exact: true }).first().click()
  const history = page.getByRole('dialog', { name: /^History of hero/ })
  await history.getByText('Take hero · lead off the page').click()
  const takeOff = history.getByRole('button', { name: 'Take it off now' })
  await expect(takeOff).toHaveAttribute('aria-disabled', 'true')
  const instead = history.getByRole('group', { name: 'What stands there then?' })
  // Nothing was published before, so there is no text before it.
  await expect(instead.getByRole('radio')).toHaveCount(2)
  await expect(instead.getByRole('radio', { checked: true })).toHaveCount(0)
  await instead.getByRole('radio', { name: /^The text it was delivered with/ }).check()
  await takeOff.click()
  await expect(page.getByText('1 text taken off the page.').first()).toBeVisible()
  await expect.poll(() => publishedTexts(visitor, '/kitchens')).toEqual(delivered)
  // It is no draft that the next one publishes by accident.
  await expect(history.getByText('taken off', { exact: true })).toBeVisible()
  await expect(barOf(page).locator('.ed-count')).toHaveText('0 drafts')
  await page.keyboard.press('Escape')
  await expect(field.or(textOn(page, 'hero.lead')).first()).toBeVisible()
})

test('an overdue schedule shows a warning to editors', async ({ person, site }) => {
  const page = await person('publisher')
  await openAsStaff(page, '/community')
  await startEditing(page)
  await write(page, 'hero.lead', 'Whoever you are.')
  await barOf(page)
    .getByRole('button', { name: /^Review/ })
    .click()
  const sheet = page.getByRole('dialog', { name: 'Review and publish' })
  await sheet.getByRole('button', { name: 'Schedule …' }).click()
  await sheet.getByLabel(/^Publish 1 at/).fill('2100-07-01T12:00')
  await sheet.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(sheet.getByText('Publish on')).toBeVisible()
  await page.keyboard.press('Escape')
  const lock = 'begin; lock table scheduled_changes in exclusive mode'
  await onDatabase(site.database, (first) =>
    onDatabase(site.database, async (second) => {
      // The two locks overlap, so the worker never gets the table; reads are still possible.
      await first(lock)
      const held = second(lock)
      await first(
        `update scheduled_changes set at = now() - interval '3 min' where state = 'waiting'; commit`,
      )
      await held
      await page.reload()
      await expect(barOf(page).getByRole('alert')).toContainText('One is overdue')
      await page.goto('/cms')
      await expect(page.getByText('Scheduled changes are late.')).toBeVisible()
      await second('rollback')
    }),
  )
  await runDue(site.database)
  await expect.poll(() => publishedTexts(page, '/community')).toContain('Whoever you are.')
  await openAsStaff(page, '/community')
  await waitUntilIdle(page)
  await expect(barOf(page).getByRole('alert')).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use(phone)

  test('a text is edited by touch', async ({ person }) => {
    const page = await person('editor')
    await openAsStaff(page, '/cocktails')
    await startEditing(page)
    await textOn(page, 'hero.lead').tap()
    const field = page.locator('.ed-field')
    await field.fill('A bar for the end of a shift.')
    const save = page.getByRole('button', { name: 'Save draft' })
    await expect(save).toBeInViewport()
    await save.tap()
    await expectSaved(page)
    await expect(textOn(page, 'hero.lead')).toHaveText('A bar for the end of a shift.')
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(wider).toBeLessThanOrEqual(0)
  })
})
