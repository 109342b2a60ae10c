import type { Locator, Page } from '@playwright/test'
import { expect } from './test.ts'
import { follow } from './transition-overlay.ts'

export const barOf = (page: Page): Locator => page.getByRole('region', { name: 'Editing' })
export const textOn = (page: Page, id: string): Locator =>
  page.locator(`[data-cms="${id}"], [data-cms-image="${id}"]`).first()
/** The focusable element of a text: the text itself, or a button in it. */
export const openerOn = (page: Page, id: string): Locator => {
  const key = textOn(page, id)
  return key.locator('[data-ed-open]').or(key).last()
}
const sheetOf = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name })

/** Opens a page as staff and waits until the bar has loaded the state of its texts. */
export async function openAsStaff(page: Page, path: string): Promise<void> {
  const loaded = page.waitForResponse(/\/api\/editing\/page\//)
  await page.goto(path)
  await loaded
  await expect(barOf(page)).toBeVisible()
}

/** Follows a link by client navigation and waits until the bar has loaded the state of the new page. */
export async function followTo(page: Page, path: string): Promise<void> {
  const loaded = page.waitForResponse(/\/api\/editing\/page\//)
  await follow(page, path)
  await loaded
  await expect(page).toHaveURL(new RegExp(`${path}$`))
}

/** Turns edit mode on, and waits until the texts can be opened. */
export async function startEditing(page: Page): Promise<void> {
  const edit = barOf(page).getByRole('button', { name: 'Edit', exact: true })
  // The bar is visible before its script is loaded. Clicks before that have no effect.
  await expect(async () => {
    if ((await edit.getAttribute('aria-pressed')) === 'false') await edit.click()
    await expect(page.locator('html')).toHaveAttribute('data-editing', 'edit', { timeout: 5000 })
  }).toPass({ timeout: 30_000 })
  await expect(page.locator('[data-ed-key]').first()).toBeVisible()
}

/**
 * Opens a text by a click on its first line, even if another element covers it.
 * @returns its field
 */
export async function openText(page: Page, id: string): Promise<Locator> {
  const field = page.locator('.ed-field')
  // Repeated, because elements above the text that load late can move the text away from the pointer.
  await expect(async () => {
    if (!(await field.isVisible())) {
      const { x, y } = await placeOf(page, id)
      await page.mouse.click(x, y)
    }
    await expect(field).toBeFocused({ timeout: 2000 })
  }).toPass({ timeout: 20_000 })
  return field
}

const placeOf = (page: Page, id: string) =>
  textOn(page, id).evaluate((key) => {
    key.scrollIntoView({ block: 'center', behavior: 'instant' })
    const range = document.createRange()
    range.selectNodeContents(key)
    const [line = key.getBoundingClientRect()] = range.getClientRects()
    return { x: line.left + line.width / 2, y: line.top + line.height / 2 }
  })

/** Writes a text in its place and presses Enter. */
export async function write(page: Page, id: string, text: string): Promise<void> {
  const field = await openText(page, id)
  await field.fill(text)
  await field.press('Enter')
  await expectSaved(page)
}

/** Expects the toast that a save shows, and no pending request. */
export async function expectSaved(page: Page): Promise<void> {
  const toast = page.locator('.ui-toast', { hasText: 'Content Saved' })
  await expect(toast).toContainText('Your changes have been saved as draft.')
  await expect(barOf(page).locator('.ed-pending b')).toHaveText('0')
  await page.getByRole('button', { name: 'Dismiss: Content Saved' }).click()
}

/** Opens the review and publishes everything in it. @param count the number of drafts in it */
export async function publishAll(page: Page, count: number): Promise<void> {
  await barOf(page)
    .getByRole('button', { name: /^Review/ })
    .click()
  const sheet = sheetOf(page, 'Review and publish')
  await sheet.getByRole('button', { name: `Publish ${count}`, exact: true }).click()
  const message = `${count} draft${count === 1 ? '' : 's'} published.`
  await expect(page.getByText(message).first()).toBeVisible()
  await expect(sheet.getByText('No drafts: every text and picture you see is live.')).toBeVisible()
  await sheet.getByRole('button', { name: 'Close Review and publish' }).click()
}

/** The texts of a page as visitors see it: one per heading, paragraph and list item. */
export const publishedTexts = async (visitor: Page, path: string): Promise<string[]> => {
  const html = await (await visitor.request.get(path)).text()
  return visitor.evaluate((page) => {
    const { body } = new DOMParser().parseFromString(page, 'text/html')
    for (const lineBreak of body.querySelectorAll('br')) lineBreak.replaceWith('\n')
    return [...body.querySelectorAll('h1, h2, h3, p, div, dd, span, li')].map((element) =>
      element.textContent.replaceAll(' \n', '\n').trim(),
    )
  }, html)
}
