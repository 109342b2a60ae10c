import type { Page } from '@playwright/test'
import {
  barOf,
  expectSaved,
  followTo,
  openAsStaff,
  openText,
  startEditing,
  textOn,
  write,
} from '../support/editing-bar.ts'
import { expect, test } from '../support/own-site.ts'
import { waitUntilIdle } from '../support/page-idle.ts'
import { password } from '../support/staff.ts'

test.describe.configure({ mode: 'serial' })
test.use({ siteName: 'kept', expectedErrors: [/Failed to load resource/] })

/** Dismisses all messages, so that the next step sees only its own. */
async function dismissMessages(page: Page): Promise<void> {
  const dismiss = page.getByRole('button', { name: /^Dismiss: / })
  await dismiss.evaluateAll((buttons) => {
    for (const button of buttons as HTMLElement[]) button.click()
  })
  await expect(dismiss).toHaveCount(0)
}

test('changes that were discarded or undone can be restored', { tag: '@extended' }, async ({
  openPage,
}) => {
  const page = await openPage('editor')
  await openAsStaff(page, '/hall')
  await startEditing(page)

  await test.step('a click outside all texts discards a change', async () => {
    const before = await textOn(page, 'hero.lead').textContent()
    await (await openText(page, 'hero.lead')).fill('Two hundred seats.')
    await page.mouse.click(2, 450)
    await expect(page.locator('.ed-field')).toHaveCount(0)
    await expect(textOn(page, 'hero.lead')).toHaveText(before ?? '')
    await expect(page.locator('.ui-toast', { hasText: 'Discarded.' })).toBeVisible()
    await expect(page.locator('.ed-unsaved')).toHaveCount(0)
    await page.reload()
    const notice = page.locator('.ed-unsaved', { hasText: 'Two hundred seats.' })
    await notice.getByRole('button', { name: /^Throw away/ }).click()
    await expect(notice).toHaveCount(0)
    await startEditing(page)
  })
  await dismissMessages(page)

  await test.step('a click on a picture discards a change; undo closes the picture and restores the change', async () => {
    const before = await textOn(page, 'hero.lead').textContent()
    await (await openText(page, 'hero.lead')).fill('Three hundred seats, and a stage.')
    await page.locator('[data-cms-image="pictures.picture_1"]').click()
    const sheet = page.getByRole('dialog', { name: /^Picture/ })
    await expect(sheet).toBeVisible()
    await expect(page.locator('.ed-field')).toHaveCount(0)
    await expect(textOn(page, 'hero.lead')).toHaveText(before ?? '')
    const toast = page.locator('.ui-toast', { hasText: 'Discarded.' })
    await toast.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(sheet).toHaveCount(0)
    await expect(page.locator('.ed-field')).toHaveValue('Three hundred seats, and a stage.')
    await page.locator('.ed-field').press('Escape')
    await expect(page.locator('.ed-field')).toHaveCount(0)
    await expect(textOn(page, 'hero.lead')).toHaveText(before ?? '')
  })
  await dismissMessages(page)

  await test.step('two discarded texts can both be restored', async () => {
    for (const [id, words] of [
      ['hero.lead', 'The first of two'],
      ['hero.aside_1', 'The second of two'],
    ] as const) {
      await (await openText(page, id)).fill(words)
      await page.keyboard.press('Escape')
    }
    const toast = page.locator('.ui-toast', { hasText: 'Hall: opening words' })
    await toast.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(page.locator('.ed-field')).toHaveValue('The first of two')
    await page.locator('.ed-field').press('Escape')
    await expect(page.locator('.ed-field')).toHaveCount(0)
  })
  await dismissMessages(page)

  await test.step('a change discarded on one page is not opened on another', async () => {
    await (await openText(page, 'hero.lead')).fill('Words of the hall')
    await page.keyboard.press('Escape')
    await followTo(page, '/community')
    await page
      .locator('.ui-toast', { hasText: 'Discarded.' })
      .getByRole('button', { name: 'Undo', exact: true })
      .click()
    await expect(page.locator('.ed-field')).toHaveCount(0)
    const notice = page.locator('.ed-unsaved', { hasText: 'Words of the hall' })
    await expect(notice.getByRole('link', { name: 'Go there' })).toHaveAttribute('href', '/hall')
    await notice.getByRole('button', { name: /^Throw away/ }).click()
  })
  await dismissMessages(page)
  await followTo(page, '/hall')
  await startEditing(page)

  await test.step('undoing a change of another page does not change a text of this page', async () => {
    await write(page, 'hero.aside_1', 'Written in the hall')
    await followTo(page, '/cafe')
    await startEditing(page)
    const before = await textOn(page, 'hero.aside_1').textContent()
    await page.keyboard.press('ControlOrMeta+z')
    await expect(page.getByText(/^Undone: Hall/)).toBeVisible()
    await expect(textOn(page, 'hero.aside_1')).toHaveText(before ?? '')
    await expect(await openText(page, 'hero.aside_1')).toHaveValue(before ?? '')
    await page.keyboard.press('Escape')
  })
})

test('no change is lost if its save is late or fails', async ({ openPage }) => {
  const page = await openPage('editor')
  await openAsStaff(page, '/hall')
  await startEditing(page)

  await test.step('a text opened again during its save continues from the saved content', async () => {
    const bothWritten = Promise.withResolvers<void>()
    await page.route('**/api/editing/save', async (route) => {
      await bothWritten.promise
      await route.continue()
    })
    const field = await openText(page, 'hero.lead')
    await field.fill('First words')
    await field.press('Enter')
    await page.keyboard.press('Enter')
    await expect(page.locator('.ed-field')).toHaveValue('First words')
    await page.keyboard.press('End')
    await page.keyboard.type(', and more')
    await page.keyboard.press('Enter')
    await expect(barOf(page).locator('.ed-pending b')).toHaveText('2')
    bothWritten.resolve()
    await expect(barOf(page).locator('.ed-pending b')).toHaveText('0')
    await expect(textOn(page, 'hero.lead')).toHaveText('First words, and more')
    await page.keyboard.press('ControlOrMeta+z')
    await expect(textOn(page, 'hero.lead')).toHaveText('First words')
  })
  await dismissMessages(page)

  await test.step('a draft that was discarded comes back by Undo', async () => {
    const before = await textOn(page, 'hero.aside_2').textContent()
    await write(page, 'hero.aside_2', 'Wanted after all')
    await barOf(page)
      .getByRole('button', { name: /^Review/ })
      .click()
    await page.getByRole('button', { name: 'Discard draft of Hall: opening aside 2' }).click()
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
    await expect(page.getByText('Undo brings it back.').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(textOn(page, 'hero.aside_2')).toHaveText(before ?? '')
    await dismissMessages(page)
    await barOf(page).getByRole('button', { name: 'Undo' }).click()
    await expect(textOn(page, 'hero.aside_2')).toHaveText('Wanted after all')
  })
  await dismissMessages(page)

  await test.step('an outdated page state does not overwrite a newer save', async () => {
    await write(page, 'hero.aside_2', 'To be thrown away')
    const saved = Promise.withResolvers<void>()
    await page.route('**/api/editing/page/hall', async (route) => {
      const response = await route.fetch()
      await saved.promise
      await route.fulfill({ response })
    })
    // Every action in the review fetches the page's state. The route above delays these replies.
    await barOf(page)
      .getByRole('button', { name: /^Review/ })
      .click()
    await page.getByRole('button', { name: 'Discard draft of Hall: opening aside 2' }).click()
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
    await expect(page.getByText(/^1 draft discarded/).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await write(page, 'hero.lead', 'Newer than the answer')
    const late = page.waitForResponse('**/api/editing/page/hall')
    saved.resolve()
    await late
    await waitUntilIdle(page)
    await expect(textOn(page, 'hero.lead')).toHaveText('Newer than the answer')
  })
  await dismissMessages(page)

  await test.step('a failed save keeps the text open with its changes', async () => {
    const field = await openText(page, 'hero.lead')
    await page.context().setOffline(true)
    await field.fill('Written in the cellar.')
    await field.press('Enter')
    await expect(page.locator('.ui-toast', { hasText: 'Save Failed' })).toContainText('Error: ')
    await expect(barOf(page).locator('.ed-pending b')).toHaveText('0')
    await expect(page.locator('.ed-field')).toHaveValue('Written in the cellar.')
    await page.context().setOffline(false)
    await page.locator('.ed-field').press('Enter')
    await expectSaved(page)
    await expect(textOn(page, 'hero.lead')).toHaveText('Written in the cellar.')
  })
  await dismissMessages(page)

  await test.step('a text that is too long is not sent', async () => {
    const field = await openText(page, 'hero.lead')
    await field.fill('x'.repeat(10_001))
    await expect(page.getByText('10,001 of 10,000 characters. Shorten it to save.')).toBeVisible()
    await field.press('Enter')
    await expect(page.locator('.ed-field')).toBeVisible()
    await expect(barOf(page).locator('.ed-pending b')).toHaveText('0')
  })
})

test('a merged text that cannot be saved stays in the form', { tag: '@extended' }, async ({
  openPage,
}) => {
  const [page, other] = [await openPage('editor'), await openPage('publisher')]
  for (const each of [page, other]) {
    await openAsStaff(each, '/community')
    await startEditing(each)
  }
  const field = await openText(page, 'hero.lead')
  await write(other, 'hero.lead', 'Theirs, in few words.')
  await field.fill('Mine, in few words.')
  await field.press('Enter')
  const sheet = page.getByRole('dialog', { name: /^publisher has changed/ })
  await sheet.getByRole('textbox').fill('Both of us, by hand.')
  await page.context().setOffline(true)
  await sheet.getByRole('button', { name: 'Save merged' }).click()
  await expect(page.locator('.ed-unsaved')).toContainText('Both of us, by hand.')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: /^Go on with/ }).click()
  await page.locator('.ed-field').press('Enter')
  await expectSaved(page)
  await expect(textOn(page, 'hero.lead')).toHaveText('Both of us, by hand.')
})

test('unsaved changes are restored', async ({ openPage }) => {
  const page = await openPage('editor')
  await openAsStaff(page, '/hall')
  await startEditing(page)

  await test.step('unsaved changes are offered after a reload', async () => {
    await (await openText(page, 'hero.lead')).fill('Half a sentence')
    await expect
      .poll(() => page.evaluate(() => JSON.stringify({ ...localStorage })))
      .toContain('Half a sentence')
    await page.reload()
    await page.getByRole('button', { name: /^Go on with/ }).click()
    await expect(page.locator('.ed-field')).toHaveValue('Half a sentence')
    await page.locator('.ed-field').press('Enter')
    await expectSaved(page)
    await expect(page.getByRole('button', { name: /^Go on with/ })).toHaveCount(0)
  })
  await dismissMessages(page)

  await test.step('an unsaved alternative text is restored', async () => {
    await page.locator('[data-cms-image="pictures.picture_1"]').focus()
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog', { name: /^Picture/ })
    await sheet.getByLabel('Alternative text (required)').fill('The stage before anybody came')
    await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
    await page
      .locator('.ui-toast', { hasText: 'Discarded.' })
      .getByRole('button', { name: 'Undo', exact: true })
      .click()
    await expect(sheet.getByLabel('Alternative text (required)')).toHaveValue(
      'The stage before anybody came',
    )
    await page.reload()
    await page.getByRole('button', { name: /^Go on with/ }).click()
    await expect(sheet.getByLabel('Alternative text (required)')).toHaveValue(
      'The stage before anybody came',
    )
    await sheet.getByRole('button', { name: 'Save draft' }).click()
    await expectSaved(page)
  })
  await dismissMessages(page)

  await test.step('after the session ended, an error shows and the changes are restored at login', async () => {
    const field = await openText(page, 'hero.lead')
    await field.fill('Typed while the session ended')
    await page.context().clearCookies({ name: 'payload-token' })
    await field.press('Enter')
    const toast = page.locator('.ui-toast', { hasText: 'Authentication Required' })
    await expect(toast).toContainText('You need to be logged in to edit content.')
    await toast.getByRole('button', { name: 'Log in' }).click()
    await page.getByLabel('Email').fill('editor@venue.example')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page).toHaveURL(/\/hall$/)
    await page.getByRole('button', { name: /^Go on with/ }).click()
    await expect(page.locator('.ed-field')).toHaveValue('Typed while the session ended')
  })
})
