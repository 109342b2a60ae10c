import { type Page, test as playwright } from '@playwright/test'
import {
  barOf,
  expectSaved,
  openAsStaff,
  openerOn,
  openText,
  publishAll,
  publishedTexts,
  startEditing,
  textOn,
  write,
} from '../support/editing-bar.ts'
import { expect, test } from '../support/own-site.ts'
import { openUntilIdle } from '../support/page-idle.ts'
import { photograph } from '../support/pictures.ts'
import { password } from '../support/staff.ts'

playwright.describe.configure({ mode: 'serial' })
test.use({ siteName: 'morning', serviceWorkers: 'allow', expectedErrors: [/status of 409/] })

const words = {
  'hero.lead': 'Batch brew, bacon rolls and a table for all of you.',
  'hero.aside_1': 'One table, 37 chairs',
  'story.title': 'Where the trams came home',
  'mornings.body': 'Turn up.\nThere is nothing to book.',
  'the_board.title': 'The board by the till',
} as const
const ids = Object.keys(words) as (keyof typeof words)[]

test('an editor and a publisher edit the same page, and the publisher publishes and restores it', async ({
  openPage,
}) => {
  const visitor = await openPage()
  const published = await publishedTexts(visitor, '/cafe')
  expect(published).not.toContain(words['the_board.title'])
  const pathOf = (page: Page) => new URL(page.url()).pathname

  // The editor logs in and returns to the page.
  const editor = await openPage()
  await editor.goto('/cafe')
  await expect(barOf(editor)).toHaveCount(0)
  await openUntilIdle(editor, '/cms/login?redirect=%2Fcafe')
  await editor.getByLabel('Email').fill('editor@venue.example')
  await editor.getByLabel('Password').fill(password)
  await editor.getByRole('button', { name: 'Log in' }).click()
  await expect(barOf(editor)).toBeVisible()
  expect(pathOf(editor)).toBe('/cafe')

  // The editor changes five texts: by click, in several lines, and by keyboard only.
  await startEditing(editor)
  for (const id of ids.slice(0, 3)) await write(editor, id, words[id])
  const body = await openText(editor, 'mornings.body')
  await body.fill('Turn up.')
  await body.press('Shift+Enter')
  await editor.keyboard.type('There is nothing to book.')
  await editor.keyboard.press('Enter')
  await expectSaved(editor)
  await openerOn(editor, 'the_board.title').focus()
  await editor.keyboard.press('Enter')
  await expect(editor.locator('.ed-field')).toBeFocused()
  await editor.keyboard.press('ControlOrMeta+a')
  await editor.keyboard.type(words['the_board.title'])
  await editor.keyboard.press('Enter')
  await expect(openerOn(editor, 'the_board.title')).toBeFocused()
  await expectSaved(editor)
  await expect(barOf(editor).locator('.ed-count')).toContainText('5')
  for (const id of ids) await expect(textOn(editor, id)).toHaveText(words[id])

  // The editor replaces a picture, its description and its focal point.
  await textOn(editor, 'pictures.picture_1').click()
  const picture = editor.getByRole('dialog', { name: /^Picture/ })
  const file = { name: 'table.jpg', mimeType: 'image/jpeg', buffer: await photograph() }
  await picture.locator('input[type=file]').setInputFiles(file)
  await picture.getByLabel('What it shows').fill('The long table on a Monday')
  await picture.getByRole('button', { name: 'Upload' }).click()
  await expect(picture.getByLabel('Alternative text (required)')).toHaveValue(
    'The long table on a Monday',
  )
  const focal = picture.getByRole('button', { name: /^Focal point/ })
  await focal.press('ArrowUp')
  await expect(focal).toHaveAccessibleName(/50% from the left, 4\d% from the top/)
  await picture.getByRole('button', { name: 'Save draft' }).click()
  await expectSaved(editor)
  await expect(textOn(editor, 'pictures.picture_1').locator('img')).toHaveAttribute(
    'alt',
    'The long table on a Monday',
  )
  expect(await publishedTexts(visitor, '/cafe')).toEqual(published)

  // The editor and the publisher change the same text. Neither change is lost.
  const colleague = await openPage('publisher')
  await openAsStaff(colleague, '/cafe')
  await startEditing(colleague)
  const colleagueField = await openText(colleague, 'the_board.body')
  const before = await colleagueField.inputValue()
  await expect(editor.getByText(/Also here: publisher/)).toBeVisible()
  const editorField = await openText(editor, 'the_board.body')
  await colleagueField.fill(before.replace('Pay for one more', 'Pay at the till for one more'))
  await colleagueField.press('Enter')
  await expectSaved(colleague)
  await editorField.fill(before.replace('nothing else is said', 'nobody says a word'))
  await editorField.press('Enter')
  const conflict = editor.getByRole('dialog', { name: /^publisher has changed/ })
  await expect(conflict.locator('ins', { hasText: 'at the till' })).toBeVisible()
  await expect(conflict.locator('del', { hasText: 'nothing' })).toBeVisible()
  await expect(conflict.getByRole('textbox')).toHaveValue(
    /Pay at the till[\s\S]+nobody says a word/,
  )
  await conflict.getByRole('button', { name: 'Save merged' }).click()
  await expectSaved(editor)
  await expect(textOn(editor, 'the_board.body')).toHaveText(
    /Pay at the till[\s\S]+nobody says a word/,
  )

  // The editor changes the title, undoes the change after a reload, and redoes it.
  await write(editor, 'the_board.title', 'The bord')
  await editor.reload()
  await expect(barOf(editor).getByRole('button', { name: 'Undo', exact: true })).toBeEnabled()
  await expect(textOn(editor, 'the_board.title')).toHaveText('The bord')
  await editor.keyboard.press('ControlOrMeta+z')
  await expect(textOn(editor, 'the_board.title')).toHaveText(words['the_board.title'])
  await expect(editor.getByText(/^Undone: /)).toBeVisible()
  await barOf(editor).getByRole('button', { name: 'Redo', exact: true }).click()
  await expect(textOn(editor, 'the_board.title')).toHaveText('The bord')
  await editor.keyboard.press('ControlOrMeta+z')
  await expect(textOn(editor, 'the_board.title')).toHaveText(words['the_board.title'])
  await expect(barOf(editor).locator('.ed-pending b')).toHaveText('0')

  // The editor can't publish; the publisher reviews the changes and publishes them.
  await barOf(editor)
    .getByRole('button', { name: /^Review/ })
    .click()
  const review = editor.getByRole('dialog', { name: 'Review and publish' })
  await expect(review.getByText('A publisher must publish these.')).toBeVisible()
  await review.getByRole('button', { name: 'Ask for a review' }).click()
  await expect(
    editor.getByText('Asked. Publishers see it on their first page.').first(),
  ).toBeVisible()
  await expect(review.getByRole('button', { name: /^Publish/ })).toHaveCount(0)
  await editor.keyboard.press('Escape')
  await expect(review).toHaveCount(0)
  await colleague.reload()
  await barOf(colleague)
    .getByRole('button', { name: /^Review/ })
    .click()
  const sheet = colleague.getByRole('dialog', { name: 'Review and publish' })
  const card = sheet.getByRole('listitem').filter({ hasText: 'Cafe: story title' })
  await expect(card.locator('del')).toHaveText('in')
  await expect(card.locator('ins')).toHaveText('home')
  await sheet.getByRole('button', { name: 'Close Review and publish' }).click()
  await publishAll(colleague, 7)
  for (const id of ids)
    await expect.poll(() => publishedTexts(visitor, '/cafe')).toContain(words[id])
  expect(await (await visitor.request.get('/cafe')).text()).toContain('The long table on a Monday')

  // The publisher previews the page as a visitor on a phone.
  await barOf(colleague).getByRole('button', { name: 'As a visitor' }).click()
  const phone = colleague.frameLocator('iframe[title^="The page on a phone"]')
  await expect(phone.locator('[data-cms="hero.lead"]')).toHaveText(words['hero.lead'])
  await expect(phone.locator('#editing-host')).toHaveCount(0)
  await colleague.keyboard.press('Escape')

  // The next change is published and reverted: the earlier live text returns.
  await write(colleague, 'the_board.title', 'The blackboard')
  await publishAll(colleague, 1)
  await expect.poll(() => publishedTexts(visitor, '/cafe')).toContain('The blackboard')
  await barOf(colleague).getByRole('button', { name: 'History', exact: true }).click()
  const history = colleague.getByRole('dialog', { name: 'History of this page' })
  await history
    .getByRole('button', { name: /^Look at the page of/ })
    .nth(1)
    .click()
  const moment = colleague.getByRole('dialog', { name: /^The page on/ })
  await expect(moment.getByText('One text')).toBeVisible()
  await expect(moment.locator('.ed-card ins')).toHaveText('blackboard')
  const earlierTitle = moment.frameLocator('iframe').locator('[data-cms="the_board.title"]')
  await expect(earlierTitle).toContainText(words['the_board.title'])
  await moment.getByRole('button', { name: 'Restore the page …' }).click()
  await moment.getByRole('button', { name: 'Restore as drafts' }).click()
  await expect(textOn(colleague, 'the_board.title')).toHaveText(words['the_board.title'])
  expect(await publishedTexts(visitor, '/cafe')).toContain('The blackboard')
  await publishAll(colleague, 1)
  await expect.poll(() => publishedTexts(visitor, '/cafe')).toContain(words['the_board.title'])

  // The editor signs out.
  await barOf(editor).getByRole('button', { name: 'Sign out' }).click()
  await expect(editor.getByText('You have been signed out.')).toBeVisible()
  await expect(barOf(editor)).toHaveCount(0)
  await editor.reload()
  await expect(barOf(editor)).toHaveCount(0)
})
