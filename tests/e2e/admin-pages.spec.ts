import type { Page } from '@playwright/test'
import { drag } from '../support/drag.ts'
import { waitUntilIdle } from '../support/page-idle.ts'
import { expect, testInReusedPage as test } from '../support/shared-site.ts'

const inFrame = (page: Page) => page.frameLocator('.visual__room iframe')

test('the view of a page’s texts selects texts, previews three widths, and ends edit mode when it is left', async ({
  open,
  context,
}) => {
  const mode = async () =>
    (await context.cookies()).find(({ name }) => name === 'common-room-edit')?.value
  const page = await open('/cms/visual/cafe/story/title')
  await test.step('the URL selects a text', async () => {
    await expect(page.locator('[data-place="story.title"] [aria-current]')).toBeVisible()
    await expect(inFrame(page).locator('[data-cms="story.title"]')).toBeInViewport()
  })
  await test.step('choosing a text in the list selects it on the page', async () => {
    await page.getByPlaceholder('Search words and keys').fill('long table title')
    await page.locator('[data-place="long_table.title"] button').first().click()
    const title = inFrame(page).locator('[data-cms="long_table.title"]')
    await expect(title).toBeInViewport()
    await expect(title).toBeFocused()
  })
  await test.step('the preview has phone, tablet and desktop widths, and keeps the text in view', async () => {
    for (const [device, width] of [
      ['Phone', 390],
      ['Tablet', 768],
      ['Desktop', 1280],
    ] as const) {
      await page.getByRole('button', { name: `${device} ${width}` }).click()
      const frame = page.locator('.visual__room iframe')
      await expect.poll(() => frame.evaluate((each: HTMLElement) => each.offsetWidth)).toBe(width)
      await expect(inFrame(page).locator('[data-cms="long_table.title"]')).toBeInViewport()
    }
  })
  await test.step('edit mode ends when the view is left', async () => {
    await expect.poll(mode).toBe('edit')
    await page.goto('/cms')
    await expect.poll(mode).toBeFalsy()
  })
})

test(
  'a closed menu stays closed on a wide screen',
  { tag: '@extended' },
  async ({ open, page }, { project }) => {
    test.skip(project.name === 'phone', 'on a phone the menu covers the page')
    await page.setViewportSize({ width: 1280, height: 800 })
    const openMenu = page.locator('aside.nav--nav-open')
    await open('/cms')
    await expect(openMenu).toHaveCount(1)
    for (const name of ['Mailbox', 'Menus']) {
      const link = openMenu.getByRole('link', { name, exact: true })
      await link.focus()
      await expect(link).toHaveCSS('outline-style', 'solid')
    }
    const saveResponse = page.waitForResponse(
      (response) =>
        response.url().includes('/payload-preferences/nav') &&
        response.request().method() === 'POST',
    )
    await page.getByRole('button', { name: 'Close menu' }).first().click()
    await saveResponse
    await expect(openMenu).toHaveCount(0)
    await page.reload()
    await waitUntilIdle(page)
    await expect(openMenu).toHaveCount(0)

    await page.setViewportSize({ width: 390, height: 664 })
    const opener = page.locator('.app-header__mobile-nav-toggler')
    await expect.poll(async () => (await opener.boundingBox())?.height).toBe(40)
  },
)

test(
  'a page description is edited, reviewed, published and audited',
  { tag: '@extended' },
  async ({ open }, { project }) => {
    // The phone and desktop runs are concurrent, so each edits a different page.
    const pagePath = project.name === 'phone' ? 'privacy' : 'community'
    // The description has a valid length, because other tests check every page at the same time.
    const description = `Described anew from the screen of a ${project.name}, at ${Date.now()}.`
    const page = await open(`/cms/visual/${pagePath}`)
    await page.locator('[data-place="meta.description"] button').first().click()
    const frame = page.frameLocator('iframe')
    await frame.locator('[data-cms="meta.description"]').click()
    const field = frame.getByRole('textbox', { name: /description/i })
    await field.fill(description)
    await field.press('Enter')
    await expect(frame.getByText('Your changes have been saved as draft.').first()).toBeVisible()
    await page.getByRole('tab', { name: /Changes \(1\)/ }).click()
    // The change shows its author, the added words and the removed words.
    const change = page.locator('.changes li')
    await expect(change).toContainText(/first draft by Ada, /)
    await expect(change.locator('ins').first()).toContainText('Described')
    await expect(change.locator('del').first()).toBeVisible()
    const read = async () => (await fetch(new URL(`/${pagePath}`, page.url()))).text()
    expect(await read()).not.toContain(description)
    await page.getByRole('button', { name: 'Publish 1' }).click()
    await expect(page.getByText('Published 1 change.')).toBeVisible()
    await expect.poll(read).toContain(description)
    await page.getByRole('tab', { name: 'History' }).click()
    await expect(page.locator('.page-history li').first()).toContainText('Ada')

    await page.goto('/cms')
    await expect(page.locator('.today__lately')).toContainText('published')
    await page.goto('/cms/collections/audit')
    await page
      .getByRole('link', { name: /Ada published/ })
      .first()
      .click()
    await expect(page.locator('.entry__sentence')).toContainText(
      `Ada published ${pagePath === 'privacy' ? 'Privacy' : 'Community'}: search results description`,
    )
  },
)

test('questions are reordered with buttons and by dragging, and searched', async ({ open, calls }, {
  project,
}) => {
  const pagePath = project.name === 'phone' ? 'privacy' : 'branding'
  const names = ['First?', 'Second?', 'Third?']
  const removeQuestions = () => {
    const where = `where[page][equals]=${pagePath}&where[question][in]=${names.join()}`
    return calls.delete(`/api/faq?${where}`)
  }
  await removeQuestions()
  for (const [index, question] of names.entries()) {
    const data = {
      page: pagePath,
      question,
      answer: 'Yes.',
      position: 90 + index,
      _status: 'draft',
    }
    await calls.post('/api/faq?draft=true', { data })
  }
  const page = await open(`/cms/faq/${pagePath}`)
  const withoutOthers = (questions: string[]) => questions.filter((each) => names.includes(each))
  const shownQuestions = async () =>
    withoutOthers(await page.locator('.faq__words a').allTextContents())
  const savedQuestions = async () => {
    const where = `draft=true&depth=0&sort=position&where[page][equals]=${pagePath}`
    const { docs } = await (await calls.get(`/api/faq?${where}`)).json()
    return withoutOthers(docs.map(({ question }: { question: string }) => question))
  }
  /**
   * Moves a question and waits until the view has reloaded its list. Until then the view ignores moves.
   */
  const expectOrder = async (order: string[], move: () => Promise<void>) => {
    await move()
    await expect.poll(shownQuestions).toEqual(order)
    await expect.poll(savedQuestions).toEqual(order)
    await waitUntilIdle(page)
  }
  await expectOrder(['First?', 'Third?', 'Second?'], () =>
    page.getByRole('button', { name: 'Move “Third?” up' }).click(),
  )
  await expectOrder(['Third?', 'First?', 'Second?'], async () => {
    await page.getByRole('button', { name: 'Move “First?” down' }).focus()
    await page.keyboard.press('Enter')
  })
  if (project.name === 'desktop') {
    const row = (name: string) => page.locator('.faq__list li', { hasText: name })
    await expectOrder(['Second?', 'Third?', 'First?'], () => drag(row('Second?'), row('Third?')))
  }
  await page.getByPlaceholder('Search questions and answers').fill('second')
  expect(await shownQuestions()).toEqual(['Second?'])
  // A question that is still being saved is not deleted.
  await expect(async () => {
    await removeQuestions()
    expect(await savedQuestions()).toEqual([])
  }).toPass()
})
