import type { Page } from '@playwright/test'
import { accessibilityViolations } from '../support/accessibility.ts'
import { expectViewFits } from '../support/overflowing.ts'
import { openUntilIdle, waitUntilIdle } from '../support/page-idle.ts'
import { expect, recordOf, testInReusedPage as test } from '../support/shared-site.ts'

// The script that skips the intro cannot run in a mail's frame.
test.use({ expectedErrors: [/Blocked script execution in 'about:srcdoc'/] })

const longName =
  'Zoë van der Merwe-Featherstonehaugh-Cholmondeley at zoe@llanfairpwllgwyngyll.example'

/** The contrast ratio of each element’s text to its background. Source: WCAG 2.2. */
const contrastOf = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((elements) => {
    const luminance = (colour: string) => {
      const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((each) => {
        const value = Number(each) / 255
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const backgroundOf = (element: Element | null): string => {
      const { backgroundColor } = getComputedStyle(element ?? document.body)
      const isClear = /, 0\)$|transparent/.test(backgroundColor)
      return isClear && element ? backgroundOf(element.parentElement) : backgroundColor
    }
    const hasWords = ({ childNodes }: Element) =>
      [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())
    return elements.filter(hasWords).map((element) => {
      const pair = [getComputedStyle(element).color, backgroundOf(element)].map(luminance)
      const ratio = (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05)
      return { ratio, what: element.outerHTML.slice(0, 200) }
    })
  })

test('every template renders at 600 and 360 pixels, in light and dark mode', {
  tag: '@extended',
}, async ({ open, browser }) => {
  const admin = await open('/cms/mail/templates')
  await expectViewFits(admin)
  const paths = await admin
    .locator('.page-cards__name')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname))
  // All mails with codes have one layout. The same applies to notices, and to mails about a reservation. Most of these
  // mails are therefore skipped. `event_going` is checked, because it has a second link.
  const skipped =
    /\/(?:(?:link|confirm|old_address|new_address)_code|passkey_\w+|password_reset_sent|event_(?!(?:confirm|going|message)$)\w+)$/
  const checkedPaths = paths.filter((path) => !skipped.test(path))
  expect(checkedPaths.length).toBeGreaterThanOrEqual(5)
  const page = await browser.newPage()
  for (const path of checkedPaths) {
    const html = await admin.evaluate(async (url) => {
      const view = new DOMParser().parseFromString(await (await fetch(url)).text(), 'text/html')
      return view.querySelector('.mail-frame iframe')?.getAttribute('srcdoc') ?? ''
    }, path)
    expect(html).toContain('</html>')
    // The view forces the light scheme. A mail program follows its reader’s preference.
    const mail = html
      .replaceAll('@media not all', '@media (prefers-color-scheme: dark)')
      .replaceAll('color-scheme: light', 'color-scheme: light dark')
    await page.setContent(mail, { waitUntil: 'load' })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const width of [600, 360]) {
        await page.setViewportSize({ width, height: 800 })
        const at = `${path.split('/').at(-1)} ${width} ${colorScheme}`
        const overflowPx = await page.evaluate(
          () => document.documentElement.scrollWidth - innerWidth,
        )
        expect(overflowPx, at).toBeLessThanOrEqual(0)
        // Accessibility is checked at one width per colour scheme. The other checks run at both widths.
        const isChecked = (width === 600) === (colorScheme === 'light')
        if (isChecked) expect(await accessibilityViolations(page), at).toEqual([])
        const words = 'h1, h2, h3, p, li, td, blockquote, a'
        const faint = (await contrastOf(page, words)).filter(({ ratio }) => ratio < 4.5)
        expect(faint, at).toEqual([])
        for (const button of await page.locator('a.button').all()) {
          const { height = 0, width: buttonWidth = 0 } = (await button.boundingBox()) ?? {}
          expect(Math.min(height, buttonWidth), `a button of ${at}`).toBeGreaterThanOrEqual(44)
        }
        for (const picture of await page.locator('img').all()) {
          expect(await picture.getAttribute('alt'), at).toBeTruthy()
          const isThere = (each: HTMLImageElement) => each.naturalWidth > 0
          expect(await picture.evaluate(isThere), `a picture of ${at}`).toBe(true)
        }
        const background = await page.evaluate(
          () => getComputedStyle(document.body).backgroundColor,
        )
        expect(background, at).toBe(
          colorScheme === 'dark' ? 'rgb(29, 26, 23)' : 'rgb(243, 234, 215)',
        )
      }
    }
    await page.locator('h1, h2, h3, p, li').evaluateAll((elements, name) => {
      for (const element of elements) element.textContent = name
    }, longName)
    const overflowPx = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflowPx, `${path} with a long name`).toBeLessThanOrEqual(0)
  }
  await page.close()
})

test('staff switch a mail between wide, narrow, light, dark and text', async ({ open }) => {
  const page = await open('/cms/mail/templates/letter')
  const frame = page.locator('.mail-frame iframe')
  const width = () => frame.evaluate((each: HTMLElement) => each.offsetWidth)
  await expect.poll(width).toBe(600)
  await page.getByRole('button', { name: 'Narrow 360' }).click()
  await expect.poll(width).toBe(360)
  const background = () =>
    page
      .frameLocator('.mail-frame iframe')
      .locator('body')
      .evaluate((body) => getComputedStyle(body).backgroundColor)
  expect(await background()).toBe('rgb(243, 234, 215)')
  await page.getByRole('button', { name: 'Dark' }).click()
  await expect.poll(background).toBe('rgb(29, 26, 23)')
  await page.getByRole('button', { name: 'Text' }).click()
  await expect(page.locator('.mail-frame pre')).toContainText('Pies, Mo. Pies.')
})

test('a publisher writes the words of a mail and sees them while they are typed', {
  tag: '@extended',
}, async ({ open, calls }) => {
  const page = await open('/cms/mail/templates')
  await page.getByRole('link', { name: 'A link to the reader’s own letters' }).click()
  await page.getByRole('link', { name: 'Change its words' }).click()
  await expect(
    page.getByRole('heading', { name: 'A link to the reader’s own letters' }),
  ).toBeVisible()
  await waitUntilIdle(page)
  const heading = page.getByLabel('Headline')
  await expect(heading).toHaveValue('Your letters')
  await heading.fill('Wohin des Wegs?')
  const mail = page.frameLocator('.mail-frame iframe')
  await expect(mail.getByRole('heading', { level: 1 })).toHaveText('Wohin des Wegs?')
  const opening = page.getByLabel('Opening words')
  await opening.fill('Bei {venu}.')
  await expect(page.getByText('There is no {venu} in this mail.').first()).toBeVisible()
  await opening.fill('Bei {venue}.')
  await expect(mail.locator('p').first()).toHaveText(/^Bei (?!\{)/)
  // Payload's reply to an earlier character can arrive after the last character or after the click, and undo the input.
  const saved = /mail_texts\/\d+/
  await expect(async () => {
    if (!saved.test(page.url())) {
      await heading.fill('Wohin?')
      await heading.fill('Wohin des Wegs?')
      await page.getByRole('button', { name: 'Save' }).click({ timeout: 3000 })
    }
    await expect(page).toHaveURL(saved, { timeout: 3000 })
  }).toPass()
  await page.goto('/cms/mail/templates')
  const row = page.getByRole('listitem').filter({ hasText: 'A link to the reader’s own letters' })
  await expect(row).toContainText('in your words')
  const record = await recordOf<{ id: number }>(
    calls,
    'mail_texts',
    'where[mail][equals]=leave_link',
  )
  await openUntilIdle(page, `/cms/collections/mail_texts/${record?.id}`)
  await page.getByRole('button', { name: 'Back to the delivered wording' }).click()
  await expect(page.getByText('It has the delivered words again.')).toBeVisible()
  await expect(page).toHaveURL('/cms/mail/templates/leave_link')
  await expect(mail.getByRole('heading', { level: 1 })).toHaveText('Your letters')
  await page.goto('/cms/mail/templates')
  await expect(row).not.toContainText('in your words')
})
