import type { APIRequestContext, Page } from '@playwright/test'
import { accessibilityViolations } from '../support/accessibility.ts'
import { expectViewFits } from '../support/overflowing.ts'
import { openUntilIdle, waitUntilFormIdle, waitUntilIdle } from '../support/page-idle.ts'
import { expect, recordOf, testInReusedPage as test } from '../support/shared-site.ts'
import { password } from '../support/staff.ts'

// Other test files call `expectViewFits` for these views. This file calls it for `views`.
const viewsOfOtherTests = [
  '/cms',
  '/cms/common-good',
  '/cms/account',
  '/cms/member-analytics',
  '/cms/member-analytics-legacy',
  '/cms/mail/templates',
  '/cms/newsletter/lists',
  '/cms/redirects',
  '/cms/globals/venue',
  '/cms/collections/audit',
  '/cms/collections/cms_content',
  '/cms/collections/letters',
  '/cms/collections/mails',
  '/cms/collections/media',
  '/cms/collections/members',
  '/cms/collections/subscribers',
  '/cms/collections/users',
  '/cms/faq/cafe',
]
const views = [
  '/cms/visual',
  '/cms/faq',
  '/cms/mailbox',
  '/cms/till',
  '/cms/till/closing',
  '/cms/till/cases',
  '/cms/till/books',
  '/cms/card-payments',
  '/cms/globals/accounting',
  '/cms/permissions',
  '/cms/collections/cms_global_content',
  '/cms/collections/faq',
  '/cms/collections/faq/create?page=cafe&position=4',
  '/cms/collections/mail_texts',
  '/cms/collections/menus',
  '/cms/collections/menus/trash',
  '/cms/collections/menus/1',
  '/cms/collections/scheduled_changes',
  '/cms/collections/taps',
  '/cms/collections/taps/1',
]

/** Fills in a field and waits until the form is idle. Otherwise a late reply could undo the next input. */
async function fillAndSettle(page: Page, label: string, words: string): Promise<void> {
  const field = page.getByLabel(label)
  await expect(async () => {
    await field.fill(words)
    await waitUntilFormIdle(page)
    await expect(field).toHaveValue(words, { timeout: 1000 })
  }).toPass()
}

// Each test below fails on a console error or a request to another host.
const viewsPerTest = 6
for (let first = 0; first < views.length; first += viewsPerTest) {
  const chosen = views.slice(first, first + viewsPerTest)
  test(`${chosen.join(', ')} open without requests to other hosts, and fit a phone`, async ({
    open,
  }) => {
    for (const path of chosen) {
      await test.step(path, async () => expectViewFits(await open(path)))
    }
  })
}

test('every navigation entry opens a page', { tag: '@extended' }, async ({ open, calls }) => {
  const page = await open('/cms')
  const found = await page
    .locator('.nav a[href]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  expect(found.length).toBeGreaterThan(8)
  const others = found.filter(
    (each) => !/logout/.test(each) && ![...views, ...viewsOfOtherTests].includes(each),
  )
  for (const href of others) expect((await calls.get(href)).status(), href).toBe(200)
  await expectViewFits(page)
})

test.describe('the login', () => {
  test.beforeEach(async ({ calls, context }) => {
    expect(calls).toBeTruthy()
    await context.clearCookies()
  })

  // `safe-redirect.test.ts` tests other refused paths.
  test('is required for views, and leads to the requested path of this site', async ({
    page,
    baseURL,
    email,
  }) => {
    const loginFor = (path: string) => `/cms/login?redirect=${encodeURIComponent(path)}`
    const logIn = async () => {
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password').fill(password)
      await page.getByRole('button', { name: 'Log in' }).click()
    }
    for (const view of [
      '/cms/collections/taps',
      '/cms/member-analytics?period=month&page=%2Fbeer',
      '/cms/faq/cafe',
    ]) {
      await page.goto(view)
      await expect(page).toHaveURL(loginFor(view))
    }
    await waitUntilIdle(page)
    await logIn()
    await expect(page).toHaveURL('/cms/faq/cafe')
    await waitUntilIdle(page)
    await expectViewFits(page)
    for (const [requested, reached] of [
      ['//evil.example/cafe', '/cms'],
      ['/cafe', '/cafe'],
    ] as const) {
      // Waits, so that the page sends no request after its session is deleted.
      await waitUntilIdle(page)
      await page.context().clearCookies()
      await openUntilIdle(page, loginFor(requested))
      await expect(page.getByText('Common People')).toBeVisible()
      await logIn()
      await expect(page).toHaveURL(`${baseURL}${reached}`)
    }
  })
})

test.describe('pictures', () => {
  test.use({ expectedErrors: [/409 \(Conflict\)/] })

  test('are shown in a grid with a search by file name; a used picture lists its uses and cannot be deleted', {
    tag: '@extended',
  }, async ({ open, calls }) => {
    const page = await open('/cms/collections/media')
    await expectViewFits(page)
    const cards = page.locator('.collection-list--media tbody tr')
    const countInFirstRow = async () => {
      const boxes = await Promise.all((await cards.all()).map((card) => card.boundingBox()))
      return boxes.filter((box) => box?.y === boxes[0]?.y).length
    }
    expect(await countInFirstRow()).toBeGreaterThanOrEqual(4)
    await page.setViewportSize({ width: 390, height: 844 })
    // The navigation closes after the window has become narrow.
    await expect.poll(countInFirstRow).toBe(2)
    const overflow = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
    expect(await overflow()).toBeLessThanOrEqual(0)
    expect(await cards.first().locator('img').isVisible()).toBe(true)
    const used = cards.filter({ hasText: /Shown in/ }).first()
    await expect(used).toBeVisible()
    const name = (await used.locator('.file__filename').textContent()) ?? ''
    await page.getByRole('textbox', { name: /Search/ }).fill(name)
    await expect(cards).toHaveCount(1)

    await cards.getByRole('link').focus()
    await page.keyboard.press('Enter')
    const uses = page.getByRole('region', { name: 'Where it is shown' })
    const use = uses.getByRole('link').first()
    await expect(use).toHaveAttribute('href', /^\/cms\/(globals|visual|collections|common-good)\//)
    await expect(page.getByRole('button', { name: 'Copy its address' })).toBeVisible()
    expect(await accessibilityViolations(page, { within: '.file-field' })).toEqual([])
    await waitUntilIdle(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(dialog.getByRole('checkbox')).toBeFocused()
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText(/This picture is shown in .* Choose another one/)).toBeVisible()
    expect(await recordOf(calls, 'media', `where[filename][equals]=${name}`)).toBeTruthy()
  })
})

test.describe('a tap', () => {
  test.use({ expectedErrors: [/400 \(Bad Request\)/] })
  type Tap = { id: number; pint_cents: number; half_cents: number }

  test(
    'parses prices, and explains invalid ones',
    { tag: '@extended' },
    async ({ open, calls }, { project }) => {
      const name = `Test ale ${project.name}`
      const page = await open('/cms/collections/taps/create')
      await page.getByLabel('Name').fill(name)
      await page.getByLabel('Brewery').fill('Nobody')
      await page.getByLabel('ABV %').fill('4.2')
      await page.getByLabel('Style').fill('porter')
      const half = page.getByLabel('Half')
      await expect(half).toHaveAttribute('inputmode', 'decimal')
      await half.fill('1,250')
      await page.getByLabel('Pint').fill('4,95')
      // The problem is shown at the field before anything is sent. The other field shows the parsed amount.
      await expect(page.locator('.money-field__problem')).toHaveText(
        '1,250 may be thousands: write 1250.00 or 1.25.',
      )
      await expect(half).toHaveAttribute('aria-invalid', 'true')
      await half.focus()
      await expect(page.getByLabel('Pint')).toHaveValue('4.95')
      const problems = page.locator('.problem-list')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(problems).toContainText('Half')
      await expect(problems).toContainText('write 1250.00 or 1.25')
      await half.fill('2.5')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page).toHaveURL(/taps\/\d+$/, { timeout: 30_000 })
      const saved = await recordOf<Tap>(calls, 'taps', `where[name][equals]=${name}`)
      expect(saved).toMatchObject({ half_cents: 250, pint_cents: 495, style: 'Porter' })
      await expect(half).toHaveValue('2.50')

      // The server parses texts in the same way as the field. It reads whole numbers as pence.
      const send = (pint_cents: unknown) =>
        calls.patch(`/api/taps/${saved?.id}`, { data: { pint_cents } })
      for (const [sent, message] of [
        [4.95, 'Pint – Write pounds and pence'],
        ['1,250', 'Pint – 1,250 may be thousands'],
        ['4,9500', 'Pint – Write one or two figures'],
      ]) {
        const refused = await send(sent)
        expect(refused.status()).toBe(400)
        expect((await refused.json()).message).toContain(message)
      }
      expect((await (await send('£5,10')).json()).doc).toMatchObject({ pint_cents: 510 })
      await calls.delete(`/api/taps/${saved?.id}`)
    },
  )

  test('cannot use the number of another pouring tap', { tag: '@extended' }, async ({
    open,
    calls,
  }) => {
    const first = await recordOf<Tap>(calls, 'taps', 'where[number][equals]=1')
    const second = await recordOf<Tap>(calls, 'taps', 'where[number][equals]=2')
    const page = await open(`/cms/collections/taps/${second?.id}`)
    await fillAndSettle(page, 'Tap number', '1')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.locator('.problem-list')).toContainText('is pouring from tap 1')
    await expect(page.locator('.field-type.number.error')).toHaveCount(1)
    expect(first).toBeTruthy()
  })
})

test(
  'texts are read-only in their collection, and edited on their page',
  { tag: '@extended' },
  async ({ open, calls }, { project }) => {
    const key = { page: 'branding', section: 'meta', content_key: 'description' }
    const words = `Marks to take away, ${project.name}`
    const made = { ...key, content_type: 'text', content_data: { text: words } }
    const known = await recordOf<{ id: number }>(
      calls,
      'cms_content',
      'draft=true&where[page][equals]=branding&where[content_key][equals]=description',
    )
    const id =
      known?.id ??
      (await (await calls.post('/api/cms_content?draft=true', { data: made })).json()).doc.id
    const page = await open(`/cms/collections/cms_content/${id}`)
    await expect(page.getByLabel('Text', { exact: true })).toHaveValue(/Marks to take away/)
    await expect(page.getByLabel('Text', { exact: true })).not.toBeEditable()
    await expect(page.locator('.staff-name')).toHaveText(/^First written by\s*Ada$/)
    await page.getByRole('link', { name: 'Open on the page' }).click()
    await expect(page).toHaveURL('/cms/visual/branding/meta/description')
    await page.goto('/cms/collections/cms_content')
    await expect(page.getByRole('link', { name: /Marks to take away/ }).first()).toBeVisible()
    await expectViewFits(page)
  },
)

test.describe('a question', () => {
  test.use({ expectedErrors: [/409 \(Conflict\)/] })

  test(
    'that another person changed is not overwritten',
    { tag: '@extended' },
    async ({ open, calls }, { project }) => {
      const data = { page: 'offline', question: `Who? ${project.name}`, answer: 'I.', position: 1 }
      const { doc } = await (await calls.post('/api/faq?draft=true', { data })).json()
      const page = await open(`/cms/collections/faq/${doc.id}`)
      await fillAndSettle(page, 'Answer', 'You.')
      await calls.patch(`/api/faq/${doc.id}?draft=true`, { data: { answer: 'They.' } })
      await page.getByRole('button', { name: 'Save Draft' }).click()
      await expect(page.getByText(/Somebody else saved this meanwhile/).first()).toBeVisible()
      for (const answer of ['They.', 'You.']) {
        await expect(page.getByRole('dialog')).toContainText(answer)
      }
      const saved = await (await calls.get(`/api/faq/${doc.id}?draft=true`)).json()
      expect(saved.answer).toBe('They.')
      await calls.delete(`/api/faq/${doc.id}`)
    },
  )
})

test.describe('a menu that is being written', () => {
  test.use({ expectedErrors: [/status of (401|403|409)|ERR_FAILED|Error submitting form/] })
  type Menu = { id: number; title: string; note: string | null }
  const make = async (calls: APIRequestContext, title: string): Promise<Menu> => {
    const data = { title, page: 'kitchens', position: 90 }
    return (await (await calls.post('/api/menus', { data })).json()).doc
  }
  const read = async (calls: APIRequestContext, { id }: Menu): Promise<Menu> =>
    (await calls.get(`/api/menus/${id}`)).json()
  const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

  test('is kept after a reload, and after the session has ended', async ({ open, calls, email }, {
    project,
  }) => {
    const menu = await make(calls, `Kept ${project.name}`)
    const page = await open(`/cms/collections/menus/${menu.id}`)
    page.on('dialog', (dialog) => dialog.accept())
    await fillAndSettle(page, 'Note', 'Half a sentence')
    await openUntilIdle(page, page.url())
    const notice = page.getByText('Not saved: what you wrote here')
    await expect(notice).toBeVisible()
    await expect(page.getByLabel('Note')).toHaveValue('')
    await page.getByRole('button', { name: 'Go on with it' }).click()
    await expect(page.getByLabel('Note')).toHaveValue('Half a sentence')
    await expect(notice).toBeHidden()

    await page.context().clearCookies()
    await save(page)
    await expect(page.getByText('You are signed out.')).toBeVisible()
    await expect(page.getByText('You are not allowed to perform this action.')).toHaveCount(0)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page).toHaveURL(new RegExp(`/menus/${menu.id}$`))
    await expect(page.getByText('It is not saved yet.')).toBeVisible()
    await expect(page.getByLabel('Note')).toHaveValue('Half a sentence')
    await waitUntilIdle(page)
    await save(page)
    await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
    await expect(page.getByText('It is not saved yet.')).toBeHidden()
    expect((await read(calls, menu)).note).toBe('Half a sentence')
    await openUntilIdle(page, page.url())
    await expect(page.getByLabel('Note')).toHaveValue('Half a sentence')
    await expect(notice).toBeHidden()
    await calls.delete(`/api/menus/${menu.id}`)
  })

  test(
    'is merged with what a colleague saved',
    { tag: '@extended' },
    async ({ open, calls }, { project }) => {
      const menu = await make(calls, `Two ${project.name}`)
      const page = await open(`/cms/collections/menus/${menu.id}`)
      const dialog = page.getByRole('dialog')
      await fillAndSettle(page, 'Note', 'Mine')
      await calls.patch(`/api/menus/${menu.id}`, { data: { title: 'Theirs' } })
      await save(page)
      await expect(dialog).toContainText('Ada has changed this too')
      await expect(dialog).toContainText('Title – only they changed it')
      expect(await accessibilityViolations(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Save both' }).click()
      await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
      expect(await read(calls, menu)).toMatchObject({ title: 'Theirs', note: 'Mine' })

      await waitUntilIdle(page)
      await fillAndSettle(page, 'Note', 'Mine again')
      await calls.patch(`/api/menus/${menu.id}`, { data: { note: 'Theirs again' } })
      await save(page)
      await expect(dialog.getByText('Theirs again')).toBeVisible()
      await expect(dialog.getByText('Mine again')).toBeVisible()
      await dialog.getByRole('button', { name: 'Decide later' }).click()
      await expect(page.getByLabel('Note')).toHaveValue('Mine again')
      await save(page)
      await dialog.getByRole('button', { name: 'Keep mine' }).click()
      await expect.poll(async () => (await read(calls, menu)).note).toBe('Mine again')
      await calls.delete(`/api/menus/${menu.id}`)
    },
  )
})
