import type { Locator, Page } from '@playwright/test'
import { onDatabase } from '../support/database.ts'
import {
  barOf,
  expectSaved,
  openAsStaff,
  openText,
  publishAll,
  publishedTexts,
  startEditing,
  textOn,
  write,
} from '../support/editing-bar.ts'
import { editorOf } from '../support/editor-calls.ts'
import { runDue } from '../support/jobs.ts'
import { expect, test } from '../support/own-site.ts'
import { waitUntilIdle } from '../support/page-idle.ts'
import { phone } from '../support/screens.ts'

test.use({ siteName: 'ways' })

test.describe.configure({ mode: 'serial' })

test('a text is found, edited and published by keyboard', async ({ openPage }) => {
  const page = await openPage('publisher')
  const visitor = await openPage()
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

test('scheduled content is published on time, and unpublished manually', {
  tag: '@extended',
}, async ({ openPage, site }) => {
  const page = await openPage('publisher')
  const visitor = await openPage()
  const delivered = await publishedTexts(visitor, '/kitchens')
  await openAsStaff(page, '/kitchens')
  await startEditing(page)
  await write(page, 'hero.lead', 'Four kitchens, from Thursday five.')
  const review = barOf(page).getByRole('button', { name: /^Review/ })
  await review.click()
  const sheet = page.getByRole('dialog', { name: 'Review and publish' })
  const schedule = async () => {
    await sheet.getByRole('button', { name: 'Schedule …' }).click()
    await sheet.getByLabel(/^Publish 1 at/).fill('2100-07-01T12:00')
    await sheet.getByRole('button', { name: 'Schedule', exact: true }).click()
    await expect(sheet.getByText('Publish on')).toContainText('(Europe/London)')
  }
  await schedule()
  // Only the newest result is shown, because it may contradict the previous one.
  const results = page.getByRole('button', { name: /^Dismiss: / })
  await expect(results).toHaveAccessibleName(/1 July 2100/)
  await sheet.getByRole('button', { name: /^Cancel what is scheduled/ }).click()
  await sheet.getByRole('button', { name: 'Cancel the schedule' }).click()
  await expect(results).toHaveAccessibleName('Dismiss: The schedule is cancelled.')
  await schedule()
  await page.keyboard.press('Escape')
  await expect(textOn(page, 'hero.lead')).toHaveAttribute('data-ed-state', 'scheduled')
  expect(await publishedTexts(visitor, '/kitchens')).toEqual(delivered)
  await onDatabase(site.database, (query) => query('update scheduled_changes set at = now()'))
  await runDue(site.database)
  await expect
    .poll(() => publishedTexts(visitor, '/kitchens'), { timeout: 10_000 })
    .toContain('Four kitchens, from Thursday five.')

  await page.reload()
  await openText(page, 'hero.lead')
  await page.getByRole('button', { name: 'Take off the page' }).click()
  const takingOff = page.getByRole('dialog', {
    name: 'Take “Kitchens: opening words” off the page',
  })
  const takeOff = takingOff.getByRole('button', { name: 'Take it off now' })
  await expect(takeOff).toHaveAttribute('aria-disabled', 'true')
  const instead = takingOff.getByRole('group', { name: 'What stands there then?' })
  // Nothing was published before, so the option of the previous text is missing.
  await expect(instead.getByRole('radio')).toHaveCount(2)
  await expect(instead.getByRole('radio', { checked: true })).toHaveCount(0)
  await instead.getByRole('radio', { name: /^The text it was delivered with/ }).check()
  await takeOff.click()
  await expect(page.getByText('1 text taken off the page.').first()).toBeVisible()
  await expect(takingOff).toHaveCount(0)
  await expect.poll(() => publishedTexts(visitor, '/kitchens')).toEqual(delivered)
  // The removed text is no draft, so the next publication does not include it by accident.
  await expect(barOf(page).locator('.ed-count')).toHaveText('0 drafts')
  await openText(page, 'hero.lead')
  await expect(page.getByRole('button', { name: 'Take off the page' })).toHaveCount(0)
  await page.getByRole('button', { name: 'History', exact: true }).first().click()
  const history = page.getByRole('dialog', { name: 'History of Kitchens: opening words' })
  await expect(history.getByText('taken off', { exact: true })).toBeVisible()
  await page.goto('/cms/visual')
  const link = page.getByRole('link', { name: 'Edit Kitchens', exact: true })
  const card = page.locator('.page-cards li', { has: link })
  await expect(link).toBeVisible()
  await expect(card.locator('.page-cards__state')).toBeEmpty()
})

test('a preview leads back to editing, and an overdue schedule shows a warning to editors', {
  tag: '@extended',
}, async ({ openPage, site }) => {
  const page = await openPage('publisher')
  await openAsStaff(page, '/community')
  await startEditing(page)

  await test.step('a preview that was opened while editing leads back to editing', async () => {
    const button = (name: string) => barOf(page).getByRole('button', { name, exact: true })
    await button('Preview').click()
    await expect(page.locator('html')).toHaveAttribute('data-editing', 'preview')
    await expect(button('Preview')).toHaveAttribute('aria-pressed', 'true')
    await expect(button('Edit')).toHaveAttribute('aria-pressed', 'false')
    // The number of drafts is the only number shown.
    await expect(barOf(page).locator('.ed-pending')).toBeHidden()
    await button('Edit').click()
    await expect(page.locator('html')).toHaveAttribute('data-editing', 'edit')
    await expect(button('Edit')).toHaveAttribute('aria-pressed', 'true')
    await expect(button('Preview')).toHaveAttribute('aria-pressed', 'false')
  })

  await test.step('an overdue schedule shows a warning to editors', async () => {
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
        // The two locks overlap, so the worker never gets the table. Reads are still possible.
        await first(lock)
        const locked = second(lock)
        await first(
          `update scheduled_changes set at = now() - interval '3 min' where state = 'waiting'; commit`,
        )
        await locked
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
})

test.describe('on a phone', () => {
  test.use(phone)

  test('a text is edited by touch', async ({ openPage }) => {
    const page = await openPage('editor')
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

/** Dispatches the event with which a browser pastes plain text into a field. */
const paste = (field: Locator, words: string) =>
  field.evaluate((input, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    input.dispatchEvent(event)
  }, words)

test('a published text is undone, line breaks can be pasted, and the text beside the pointer is highlighted', {
  tag: '@extended',
}, async ({ openPage }) => {
  const page = await openPage('publisher')
  await openAsStaff(page, '/hall')
  await startEditing(page)

  await test.step('undoing a published text makes a draft, and a message says so', async () => {
    // A title of one line keeps its height when its field opens.
    const [field, title] = [
      await openText(page, 'uses.item_1_label'),
      textOn(page, 'uses.item_1_label'),
    ]
    const [opened, shown] = await Promise.all([field.boundingBox(), title.boundingBox()])
    expect(opened?.height).toBeCloseTo(shown?.height ?? 0, 0)
    await page.keyboard.press('Escape')
    const before = await textOn(page, 'hero.lead').textContent()
    await write(page, 'hero.lead', 'What we keep, in short.')
    await publishAll(page, 1)
    await barOf(page).getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(
      page.locator('.ui-toast', { hasText: 'Undone: Hall: opening words' }),
    ).toContainText('Visitors still see what was published.')
    await expect(textOn(page, 'hero.lead')).toHaveText(before ?? '')
    await publishAll(page, 1)
  })

  await test.step('pasted line breaks are kept, or a notice says that they became spaces', async () => {
    const aside = await openText(page, 'hero.aside_1')
    await aside.press('ControlOrMeta+a')
    await paste(aside, 'A stage\r\nand a bar\r\n')
    const field = page.locator('.ed-field')
    await expect(field).toHaveValue('A stage\nand a bar')
    await expect(field).toBeFocused()
    await field.press('Enter')
    await expectSaved(page)
    await expect(textOn(page, 'hero.aside_1').locator('br')).toHaveCount(1)

    // The page's title in the browser's tab has one line.
    await barOf(page).getByRole('button', { name: 'Texts', exact: true }).click()
    await page.getByRole('searchbox', { name: 'Find' }).fill('search results title')
    await page.getByRole('dialog').getByRole('listitem').getByRole('button').first().click()
    await field.press('ControlOrMeta+a')
    await paste(field, 'The hall\nfor hire')
    await expect(field).toHaveValue('The hall for hire')
    await expect(page.getByText('Line breaks became spaces.').first()).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('a pointer beside the letters of a text highlights that text', () =>
    expectHighlights(page))
})

test('the container setting moves a text within the window, and the text beside the pointer is highlighted', {
  tag: '@extended',
}, async ({ openPage }) => {
  const page = await openPage('publisher')
  await openAsStaff(page, '/cafe')
  await startEditing(page)

  await test.step('the container setting moves a text that fills its column, but not out of the window', async () => {
    for (const id of ['story.body', 'hero.title']) {
      const before = await textOn(page, id).boundingBox()
      await openText(page, id)
      const details = page.locator('.ed-details', { hasText: 'Position' }).first()
      await details.locator('summary').click()
      const container = page.getByLabel('Container')
      const placeAt = async (label: string) => {
        await container.selectOption({ label })
        const { x = 0, width = 0 } = (await textOn(page, id).boundingBox()) ?? {}
        return { left: x, right: x + width }
      }
      const [left, right] = [await placeAt('Page left'), await placeAt('Page right')]
      expect(right.left - left.left, id).toBeGreaterThan((before?.width ?? 0) * 0.2)
      expect(right.right, id).toBeLessThanOrEqual(1440)
      await page.keyboard.press('Escape')
    }
  })

  await test.step('a pointer beside the letters of a text highlights that text', () =>
    expectHighlights(page))
})

/** Moves the pointer beside the letters of the first texts, and expects that each is highlighted. */
async function expectHighlights(page: Page): Promise<void> {
  const texts = page.locator('main [data-cms]')
  const count = Math.min(await texts.count(), 30)
  let checked = 0
  for (let index = 0; index < count; index++) {
    const point = await texts.nth(index).evaluate(emptyPointOf)
    if (!point) continue
    await page.mouse.move(point.x, point.y)
    await expect(texts.nth(index), point.id).toHaveAttribute('data-ed-over', '')
    checked++
  }
  expect(checked).toBeGreaterThan(8)
}

/**
 * Runs in the page. Finds a point in an element's box that neither the element's letters nor another text or
 * picture covers.
 */
function emptyPointOf(element: HTMLElement): { x: number; y: number; id: string } | null {
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const contains = (box: DOMRect, x: number, y: number, margin = 0) =>
    x > box.left - margin &&
    x < box.right + margin &&
    y > box.top - margin &&
    y < box.bottom + margin
  const range = document.createRange()
  range.selectNodeContents(element)
  const letters = [...range.getClientRects()]
  const others = [...document.querySelectorAll('[data-cms], [data-cms-image]')]
    .filter((other) => other !== element && !element.contains(other))
    .map((other) => other.getBoundingClientRect())
  const { left, top, width, height } = element.getBoundingClientRect()
  for (const xShare of [0.97, 0.75, 0.5, 0.25]) {
    for (const yShare of [0.5, 0.1, 0.9]) {
      const [x, y] = [left + width * xShare, top + height * yShare]
      const isEmpty =
        !letters.some((box) => contains(box, x, y, 8)) && !others.some((box) => contains(box, x, y))
      const isReached = document.elementsFromPoint(x, y)[0]?.closest('[data-cms], main') !== null
      if (isEmpty && isReached) return { x, y, id: element.dataset.cms ?? '' }
    }
  }
  return null
}

const longTitle = 'A very long evening of beer and songs for everybody in the neighbourhood'
const pagesWithHero = 'home cafe cocktails beer kitchens hall community common-room privacy'.split(
  ' ',
)

test('a long title wraps, stays visible, has a large font and is highlighted', {
  tag: '@extended',
}, async ({ openPage, site }) => {
  const page = await openPage('publisher')
  const publisher = editorOf(site.server, site.sessions.publisher)
  for (const name of pagesWithHero) {
    const key = { page: name, section: 'hero', content_key: 'title' }
    const { revision } = await publisher.write(key, longTitle)
    await publisher.publish({ ...key, revision })
  }
  const visitor = await openPage()
  for (const name of pagesWithHero) {
    const path = name === 'home' ? '/' : `/${name}`
    await visitor.goto(path)
    const title = visitor.locator('h1').first()
    await expect(title).toContainText('neighbourhood')
    for (const { width, height, letters } of [
      { width: 390, height: 664, letters: 28 },
      { width: 768, height: 1024, letters: 40 },
      { width: 1440, height: 900, letters: 60 },
    ]) {
      await visitor.setViewportSize({ width, height })
      const found = await title.evaluate(coveredLetters)
      expect(found, `${path} at ${width}`).toEqual({ covered: [], size: expect.any(Number) })
      expect(found.size, `${path} at ${width}`).toBeGreaterThan(letters)
    }
  }
  // A draft in the editor wraps in the same way.
  await openAsStaff(page, '/beer')
  await startEditing(page)
  await write(page, 'hero.title', longTitle.replace('songs', 'old songs'))
  const title = textOn(page, 'hero.title')
  expect(await title.locator('br').count()).toBeGreaterThan(2)
  expect((await title.evaluate(coveredLetters)).covered).toEqual([])
  await expectHighlights(page)
})

/**
 * Runs in the page. Finds the ends of a title's lines that are covered or outside the window, and the title's font
 * size.
 */
function coveredLetters(title: HTMLElement): { covered: string[]; size: number } {
  const range = document.createRange()
  range.selectNodeContents(title)
  const covered = [...range.getClientRects()].flatMap(({ left, right, top, bottom }) => {
    const y = (top + bottom) / 2
    window.scrollTo({ top: scrollY + y - innerHeight / 2, behavior: 'instant' })
    return [left + 4, right - 4].flatMap((x) => {
      if (x < 0 || x > innerWidth) return [`${x} of ${innerWidth}`]
      const line = [...range.getClientRects()].find((each) => Math.abs(each.left - left) < 1)
      const at = line ? (line.top + line.bottom) / 2 : 0
      // The gradients over a picture do not count: they belong to its figure.
      const stack = document.elementsFromPoint(x, at)
      const letters = stack.findIndex((each) => title.contains(each))
      const picture = stack.findIndex((each) => each.matches('img'))
      return picture < 0 || (letters >= 0 && letters < picture) ? [] : [`at ${x}, ${at}`]
    })
  })
  return { covered, size: Number.parseFloat(getComputedStyle(title).fontSize) }
}
