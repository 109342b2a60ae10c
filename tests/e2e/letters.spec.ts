import type { Locator, Page, Request } from '@playwright/test'
import { simpleParser } from 'mailparser'
import { accessibilityViolations } from '../support/accessibility.ts'
import { runDue } from '../support/jobs.ts'
import { lettersOf, makeSubscribers } from '../support/letters.ts'
import { newsletterOf } from '../support/newsletter.ts'
import { expectViewFits } from '../support/overflowing.ts'
import { expect, testInReusedPages as test } from '../support/own-site.ts'
import { openUntilIdle, waitUntilFormIdle, waitUntilIdle } from '../support/page-idle.ts'
import { everySize, tablet } from '../support/screens.ts'
import { waitUntil } from '../support/wait-until.ts'

// The script that skips the intro cannot run in a mail's frame.
const expected =
  /status of (400|403|409)|net::ERR_FAILED|Error submitting form|Blocked script execution in 'about:srcdoc'/
test.use({ siteName: 'letters', mailsPerSecond: 6, expectedErrors: [expected] })

const letterPanel = (page: Page): Locator => page.locator('.letter-panel')
const state = (page: Page): Locator => letterPanel(page).locator('h2')
const editor = (page: Page): Locator => page.getByRole('textbox', { name: 'Letter' })
const subject = (page: Page): Locator => page.getByRole('textbox', { name: /^Subject/ })
const readers = (page: Page): Locator => page.locator('.letter-readers [role=status]')
const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: true })
const countOf = (page: Page, name: string): Locator =>
  page
    .locator('.letter-progress dl > div', { has: page.getByText(name, { exact: true }) })
    .locator('dd')

async function write(page: Page, title: string): Promise<void> {
  await openUntilIdle(page, '/cms/collections/letters/create')
  await subject(page).fill(title)
  await editor(page).click()
}
/**
 * Opens the drawer of a link for the selected words. The button has no effect before the editor has noticed the
 * selection, which the browser reports with a delay.
 */
async function openLink(page: Page): Promise<void> {
  const address = page.getByLabel('Address')
  await expect(async () => {
    if (!(await address.isVisible())) await button(page, 'Link').click({ timeout: 1000 })
    await expect(address).toBeVisible({ timeout: 3000 })
  }).toPass({ timeout: 30_000 })
}
const saveLinkButton = (page: Page): Locator => button(page, 'Save changes')
/** Waits until the drawer of a link is closed and the caret is after the link. */
const waitUntilLinkInserted = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const selection = getSelection()
        const link = selection?.anchorNode?.parentElement?.closest('a')
        return selection?.isCollapsed ? link?.getAttribute('href') : null
      }),
    )
    .toBe('/hall')
async function save(page: Page): Promise<void> {
  // The button is disabled if autosave has already saved the letter.
  await expect(async () => {
    if (await button(page, 'Save').isEnabled()) await button(page, 'Save').click({ timeout: 1000 })
    await expect(page).toHaveURL(/\/letters\/\d+$/, { timeout: 5000 })
  }).toPass()
  await expect(button(page, 'Schedule').or(page.getByText('A publisher schedules'))).toBeVisible()
}
/** Checks a view on a phone and a desktop with axe, and the view’s width also on a tablet. */
async function expectAccessible(page: Page, view: string): Promise<void> {
  for (const size of everySize) {
    const at = `${view} at ${size.width}`
    await page.setViewportSize(size)
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(over, `${at} is wider than the screen`).toBeLessThanOrEqual(0)
    if (size === tablet.viewport) continue
    // While the readers are recounted, their number is paler, which axe would report.
    await expect(page.locator('.letter-readers[aria-busy=true]')).toHaveCount(0)
    // Axe would also report a field that is partly below the sticky bar.
    await page.evaluate(() => scrollTo(0, 0))
    expect(await accessibilityViolations(page, { frames: false }), at).toEqual([])
  }
}
/** The venue's time in 36.5 hours, as the value of a `datetime-local` field. */
const laterVenueTime = (timeZone = 'Europe/London'): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    .format(Date.now() + 36.5 * 60 * 60_000)
    .replace(' ', 'T')

/**
 * Waits until Payload's form has sent its state after a choice and received the reply. A reply that arrives
 * after the next choice can undo that choice. The page's clock must be installed.
 */
async function settleForm(page: Page): Promise<void> {
  await page.clock.runFor(500)
  await waitUntilIdle(page)
}
/**
 * Advances the page's clock by half a minute, after which the page polls again. The clock must be
 * installed.
 */
const advanceToPoll = (page: Page): Promise<void> => page.clock.fastForward(31_000)

test.beforeEach(async ({ site }) => {
  // Each test has its own subscribers.
  const { query } = newsletterOf(site.server, site.database)
  await query(`delete from subscribers`)
})

test('a publisher writes a letter, previews it, mails a test of it, schedules and sends it; a reader clicks and unsubscribes', async ({
  openPage,
  site,
}) => {
  const newsletter = newsletterOf(site.server, site.database)
  const mo = 'mo@venue.example'
  await makeSubscribers(site.database, [
    { email: mo, name: 'Mo', interests: ['Cooking Classes'] },
    { email: 'nobody@venue.example', name: 'Gone', interests: ['Cooking Classes'] },
    ...[...Array(28).keys()].map((n) => ({
      email: `cook${n}@venue.example`,
      name: null,
      interests: ['Cooking Classes' as const],
    })),
    { email: 'film@venue.example', name: 'Lee', interests: ['Film & Cinema'] },
  ])
  const page = await openPage('publisher')
  await page.clock.install()
  const type = (text: string) => page.keyboard.type(text)
  const press = (key: string) => page.keyboard.press(key)

  await write(page, 'Pies, {name|neighbour}. Pies.')
  await page.getByLabel('Preview text').fill('The ovens are back.')
  await editor(page).click()
  await page.keyboard.insertText('Hello {name}, ring {phone} or see the hall')
  // The first save gives the page another URL, which closes drawers.
  await save(page)
  await waitUntilIdle(page)
  await editor(page).click()
  await press('ControlOrMeta+End')
  await press('Control+Shift+ArrowLeft')
  await test.step('a link is saved while the check of its address is still running', async () => {
    await openLink(page)
    await waitUntilIdle(page)
    const answers = Promise.withResolvers<void>()
    const views = '**/cms/collections/letters/*'
    const isCheck = (request: Request) => request.postData()?.includes('"/hall"') ?? false
    await page.route(views, async (route) => {
      if (isCheck(route.request())) await answers.promise
      await route.continue()
    })
    const checked = page.waitForRequest(isCheck)
    await page.getByLabel('Address').fill('/hall')
    await saveLinkButton(page).click()
    await checked
    // The debounced check of the typed address starts while the check that the button has started is running.
    await page.clock.runFor(500)
    answers.resolve()
    await expect(saveLinkButton(page)).toBeHidden()
    await waitUntilLinkInserted(page)
    await page.unroute(views)
    // Text typed next is inserted after the link instead of replacing it.
    await type(' tonight')
    await expect(editor(page).getByRole('link', { name: 'hall', exact: true })).toBeVisible()
    await expect(editor(page)).toContainText('or see the hall tonight')
  })
  await press('Enter')
  await type('- Friday')
  await press('Enter')
  await press('Enter')
  await type('/heading')
  await expect(page.getByRole('option', { name: 'Heading 2' })).toBeVisible()
  await press('Enter')
  await type('What is in them')
  await press('Enter')
  await button(page, 'Picture').click()
  await button(page, /existing/).click()
  // Skips the pictures of receipts, because they are narrower than a mail.
  const pictures = page.locator('.list-drawer .cell-filename button')
  await pictures.filter({ hasNotText: 'receipt' }).first().click()
  await expect(editor(page).getByText('.webp', { exact: false }).first()).toBeVisible()
  await button(page, 'Menu').click()
  await editor(page).getByLabel('Menu of').selectOption('Kitchens')
  await editor(page).getByLabel('Only this part of it').selectOption({ index: 1 })
  await settleForm(page)
  await button(page, 'Line').click()
  await button(page, 'Button').click()
  await editor(page).getByLabel('Words').fill('Keep me a table')
  await editor(page).getByLabel('Address').fill('https://book.venue.example/?a=1&b=2')
  await page.getByLabel('Has a page of its own').check()

  await expect(readers(page)).toHaveText('Would go to all 31 who get letters.')
  await page.getByLabel('Cooking Classes').check()
  await expect(readers(page)).toHaveText('Would go to 30 of 31 who get letters.')
  await expect(letterPanel(page)).toContainText('Would go to 30 of 31')

  await button(page, 'Look at it, send a test').click()
  const dialog = page.getByRole('dialog')
  const mail = dialog.frameLocator('iframe')
  await expect(dialog).toContainText('Pies, Ada. Pies.')
  await expect(mail.getByText('Hello Ada, ring 0114 496 0184 or see the')).toBeVisible()
  await test.step('the preview is accessible', () => expectAccessible(page, 'the preview'))
  await expect(mail.locator('img[width="552"]')).toBeVisible()
  await expect(mail.locator('table.menu')).toContainText('£')
  await dialog.getByLabel('As a subscriber').fill('mo')
  await dialog.getByRole('button', { name: mo }).click()
  await expect(dialog).toContainText('Pies, Mo. Pies.')
  const ground = () =>
    mail.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)
  const byDay = await ground()
  await dialog.getByRole('button', { name: 'Dark' }).click()
  await expect.poll(ground).not.toBe(byDay)
  await dialog.getByRole('button', { name: 'Narrow' }).click()
  await expect
    .poll(() => dialog.locator('iframe').evaluate((each: HTMLElement) => each.offsetWidth))
    .toBe(360)
  await dialog.getByRole('button', { name: 'Text', exact: true }).click()
  await expect(dialog.locator('pre')).toContainText('Keep me a table https://book.venue.example/')
  await dialog.getByLabel('Send a test to').fill('nonsense')
  await dialog.getByRole('button', { name: 'Send a test' }).click()
  await expect(dialog.locator('#letter-test-said')).toHaveText('Write an e-mail address.')
  await dialog.getByLabel('Send a test to').fill('publisher@venue.example')
  await dialog.getByRole('button', { name: 'Send a test' }).click()
  await expect(dialog.getByText('A test is on its way to publisher@venue.example.')).toBeVisible()
  const tests = await waitUntil(
    async () => (await site.mailServer?.received()) ?? [],
    ({ length }) => length === 1,
  )
  expect((await simpleParser(tests[0]?.source ?? '')).subject).toBe('[Test] Pies, Mo. Pies.')
  await press('Escape')
  await expect(button(page, 'Look at it, send a test')).toBeFocused()

  await save(page)
  await test.step('the draft is accessible', () => expectAccessible(page, 'the draft'))
  await page.getByLabel(/^Goes out/).fill('2020-01-01T10:00')
  await expect(letterPanel(page)).toContainText(
    'That has passed on the venue’s clock (Europe/London).',
  )
  await page.getByLabel(/^Goes out/).fill(laterVenueTime())
  await expect(letterPanel(page)).toContainText(/\(Europe\/London\), in 1 day and 12 hours\./)
  await button(page, 'Schedule').click()
  await expect(state(page)).toHaveText('Scheduled')
  await expect(letterPanel(page).getByRole('status')).toContainText('to 30 readers as it is now')
  await expect(subject(page)).toHaveCount(0)

  // Without any input, the letter starts at its time, and the page shows that it has started. The mail server makes the
  // mails wait, so that the page can be read meanwhile.
  const alreadyReceived = tests.length
  await site.mailServer?.holdAfter(alreadyReceived + 5)
  await newsletter.query(`update letters set send_at = now() where state = 'scheduled'`)
  await runDue(site.database)
  await expect(state(page)).toHaveText('Going out', { timeout: 30_000 })
  const bar = page.getByRole('progressbar', { name: 'Mails that are done' })
  await expect(bar).toHaveAttribute('aria-valuemax', '30')
  // The page polls every two seconds, so advancing the clock makes it poll in each round.
  const doneAfterPoll = async () => {
    await page.clock.fastForward(2000)
    return Number(await bar.getAttribute('aria-valuenow'))
  }
  const polled = { timeout: 30_000, intervals: [300] }
  for (const accepted of [5, 15]) {
    await site.mailServer?.holdAfter(alreadyReceived + accepted)
    await expect.poll(doneAfterPoll, polled).toBeGreaterThanOrEqual(accepted)
    // One more mail is done, because it has bounced.
    expect(await doneAfterPoll()).toBeLessThanOrEqual(accepted + 1)
    await expect(state(page)).toHaveText('Going out')
  }
  await site.mailServer?.holdAfter(Number.POSITIVE_INFINITY)
  await expect(async () => {
    await doneAfterPoll()
    await expect(state(page)).toHaveText('Sent', { timeout: 10 })
  }).toPass(polled)
  await expect(countOf(page, 'Readers')).toHaveText('30')
  await expect(countOf(page, 'Sent')).toHaveText('29')
  await expect(countOf(page, 'Bounced')).toHaveText('1')
  await expect(page.locator('.letter-progress')).toContainText('Went out to 29 of 30 readers.')
  await expect(page.locator('.letter-progress__bar')).toBeVisible()
  await test.step('the progress is accessible', () => expectAccessible(page, 'the progress'))

  const received = (await site.mailServer?.received()) ?? []
  const ownMails = received.filter(({ to }) => to.includes(mo))
  expect(ownMails).toHaveLength(1)
  const read = await simpleParser(ownMails[0]?.source ?? '')
  expect(read.subject).toBe('Pies, Mo. Pies.')
  expect(read.text).toContain('Hello Mo, ring 0114 496 0184')
  const reader = await openPage()
  await reader.setContent(String(read.html))
  const hall = await reader.getByRole('link', { name: 'hall' }).getAttribute('href')
  await reader.goto(hall ?? '')
  await expect(reader).toHaveURL(/\/hall$/)
  await expect(async () => {
    await advanceToPoll(page)
    const row = page.locator('.letter-progress__links tr', { hasText: 'hall' })
    await expect(row.locator('td')).toHaveText('1', { timeout: 2000 })
  }).toPass({ timeout: 30_000 })

  const published = page.getByRole('link', { name: 'Its page on the site' })
  await reader.goto((await published.getAttribute('href')) ?? '')
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Pies, neighbour. Pies.')
  await expect(reader.locator('.letter')).toContainText('Hello friend, ring 0114 496 0184')
  await expect(reader.locator('.letter .menu')).toContainText('£')
  await expect(reader.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await test.step('the page of the letter is accessible', () =>
    expectAccessible(reader, 'the page'))

  const { 'list-unsubscribe': header = '' } = Object.fromEntries(
    read.headerLines.map(({ key, line }) => [key, line]),
  )
  const [, leave = ''] = /<(https?:[^>]+)>/.exec(header.replace(/\s+/g, '')) ?? []
  const response = await fetch(leave, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(response.ok).toBe(true)
  expect((await newsletter.subscriber(mo))?.state).toBe('unsubscribed')
  await advanceToPoll(page)
  await expect(countOf(page, 'Unsubscribed')).toHaveText('1')

  await page.goto('/cms/collections/letters')
  const row = page.locator('tr', { hasText: 'Pies, {name|neighbour}' })
  await expect(row.locator('.cell-total')).toHaveText('30')
  await expect(row.locator('.cell-delivered')).toHaveText('29')
  await waitUntilIdle(page)
  await expectViewFits(page)
  await test.step('the list is accessible', () => expectAccessible(page, 'the list'))
})

test('an editor previews a letter, but cannot send it', { tag: '@extended' }, async ({
  openPage,
  site,
}) => {
  await makeSubscribers(site.database, [{ email: 'mo@venue.example', name: 'Mo' }])
  const letters = lettersOf(site.server, site.sessions, site.database)
  const { id } = await letters.write('From an editor')
  const page = await openPage('editor')
  await openUntilIdle(page, `/cms/collections/letters/${id}`)
  await expect(letterPanel(page)).toContainText('A publisher schedules and sends it.')
  await expect(button(page, /Schedule|Send now/)).toHaveCount(0)
  await button(page, 'Look at it, send a test').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('From an editor')
  await expect(dialog.getByLabel('As a subscriber')).toHaveCount(0)
  await expect(dialog.getByLabel('Send a test to')).toHaveValue('editor@venue.example')
})

test('missing and invalid values are listed above the form', { tag: '@extended' }, async ({
  openPage,
}) => {
  const page = await openPage('publisher')
  await openUntilIdle(page, '/cms/collections/letters/create')
  await button(page, 'Look at it, send a test').click()
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('The letter is empty yet.')
  await page.keyboard.press('Escape')
  await button(page, 'Save').click()
  await expect(page.locator('.problem-list')).toContainText('Letter Write something.')
  await expect(page.locator('.problem-list')).toContainText('Subject')
  // The list of problems is the only message, and it covers no field.
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
  for (const size of everySize) {
    await page.setViewportSize(size)
    // The list and the fields are measured at once, because the page may be scrolling.
    const distance = await page.evaluate(() => {
      const [list, fields] = ['.problem-list', '.document-fields'].map((name) =>
        document.querySelector(name)?.getBoundingClientRect(),
      )
      return (fields?.top ?? 0) - (list?.bottom ?? Number.POSITIVE_INFINITY)
    })
    expect(distance).toBeGreaterThanOrEqual(0)
  }
  await subject(page).fill('Half, {nmae}')
  await expect(letterPanel(page)).toContainText(
    '{nmae} is no placeholder: its readers would read it so.',
  )
  await editor(page).click()
  await page.keyboard.type('Hello')
  await page.keyboard.press('Enter')
  await button(page, 'Button').click()
  await editor(page).getByLabel('Words').fill('Run')
  await editor(page).getByLabel('Address').fill('javascript:alert(1)')
  await button(page, 'Look at it, send a test').click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(
    'The button “Run” leads to “javascript:alert(1)”',
  )
  await page.keyboard.press('Escape')
  await button(page, 'Save').click()
  await expect(page.locator('.problem-list')).toContainText('The button “Run” leads to')
  await expect(readers(page)).toHaveText('Nobody gets letters yet.')
})

test('a letter is written, scheduled and sent by keyboard', { tag: '@extended' }, async ({
  openPage,
  site,
}) => {
  await makeSubscribers(site.database, [{ email: 'mo@venue.example', name: 'Mo' }])
  const page = await openPage('publisher')
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const tabTo = async (target: Locator) => {
    // The target is looked up once: finding it by its role after each step takes longer than the step.
    const element = await target.elementHandle()
    for (let steps = 0; steps < 120; steps++) {
      if (await page.evaluate((each) => each === document.activeElement, element)) return
      await press('Tab')
    }
    throw new Error(`The Tab key does not reach ${target}.`)
  }
  await openUntilIdle(page, '/cms/collections/letters/create')
  await tabTo(subject(page))
  await page.keyboard.type('By keyboard')
  await tabTo(editor(page))
  await page.keyboard.type('Hello {name}')
  await press('Control+s')
  await expect(page).toHaveURL(/\/letters\/\d+$/)
  await tabTo(button(page, 'Look at it, send a test'))
  await press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('By keyboard')
  await tabTo(dialog.getByRole('button', { name: 'Text', exact: true }))
  await press('Space')
  await expect(dialog.locator('pre')).toContainText('Hello Ada')
  await press('Escape')
  await expect(button(page, 'Look at it, send a test')).toBeFocused()
  await tabTo(page.getByLabel(/^Goes out/))
  await page.getByLabel(/^Goes out/).fill('2100-07-01T12:00')
  await press('Enter')
  await expect(state(page)).toHaveText('Scheduled')
  await tabTo(button(page, /^Send now/))
  await press('Enter')
  await expect(dialog.getByRole('heading', { name: 'Send it now?' })).toBeFocused()
  await expect(dialog).toContainText('By keyboard')
  await tabTo(dialog.getByRole('button', { name: 'Send to one reader' }))
  await press('Enter')
  await expect(state(page)).toHaveText('Sent')
  await expect(page.locator('.letter-progress')).toContainText('Went out to its one reader.')
  await expect(letterPanel(page)).not.toContainText('It is on its way')
})

test('an action on an outdated letter shows an error and the current state', {
  tag: '@extended',
}, async ({ openPage, site }) => {
  await makeSubscribers(site.database, [{ email: 'mo@venue.example', name: 'Mo' }])
  const letters = lettersOf(site.server, site.sessions, site.database)
  const { id } = await letters.write('Of two')
  const page = await openPage('publisher')
  await page.clock.install()
  await openUntilIdle(page, `/cms/collections/letters/${id}`)
  // Blocks polling, so that the user acts on an outdated letter.
  await page.route('**/api/letter/progress*', (route) => route.abort())
  await letters.sendAs('admin', 'PATCH', `/api/letters/${id}`, { subject: 'Of two, changed' })
  await button(page, /^Send now/).click()
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Send to one reader' })
  // A request that is sent while the route is removed may get no reply.
  await expect(confirm).toBeVisible()
  await page.unroute('**/api/letter/progress*')
  await confirm.click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(
    'Somebody changed this letter meanwhile.',
  )
  await page.keyboard.press('Escape')
  await expect(subject(page)).toHaveValue('Of two, changed')
  await letters.actOrThrow(id, 'schedule', { at: '2100-07-01T12:00' })
  await advanceToPoll(page)
  await expect(state(page)).toHaveText('Scheduled')
  // The letter is no longer a draft, so its fields are hidden.
  await expect(subject(page)).toBeHidden()
  await button(page, 'Back to draft').click()
  await expect(state(page)).toHaveText('Draft')
  await expect(subject(page)).toBeEditable()
})

test('two concurrent editors lose no text', { tag: '@extended' }, async ({ openPage, site }) => {
  const letters = lettersOf(site.server, site.sessions, site.database)
  const { id } = await letters.write('Of both')
  const { query } = newsletterOf(site.server, site.database)
  const storedLetter = async () =>
    (await query<{ subject: string }>('select subject from letters where id = $1', [id]))[0]
  const saveAsAdmin = (words: string) =>
    letters.sendAs('admin', 'PATCH', `/api/letters/${id}`, { subject: words })
  const page = await openPage('publisher')
  const notice = letterPanel(page).getByRole('alert')
  await openUntilIdle(page, `/cms/collections/letters/${id}`)
  await subject(page).fill('Mine')
  await expect(button(page, 'Save and schedule')).toBeVisible()
  // The first edit starts Payload's check for stale data. It has to end before `saveAsAdmin`, or its dialog would cover
  // *Save*.
  await waitUntilFormIdle(page)
  await saveAsAdmin('Theirs')
  await button(page, 'Save').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Ada has changed this too')
  await expect(dialog.getByText('Theirs', { exact: true })).toBeVisible()
  await expect(subject(page)).toHaveValue('Mine')
  expect(await storedLetter()).toEqual({ subject: 'Theirs' })
  // After saving, the page polls and shows the current version at once.
  const polled = page.waitForResponse(/letter\/progress/)
  await button(page, 'Keep mine').click()
  await polled
  await expect(button(page, 'Schedule')).toBeVisible()
  await expect(notice).toBeHidden()
  expect(await storedLetter()).toEqual({ subject: 'Mine' })
  // Payload resets the form to the saved state. Text that is typed before the reset would not count as a
  // change.
  await waitUntilIdle(page)

  await saveAsAdmin('Theirs again')
  await subject(page).fill('Mine again')
  await expect(notice).toContainText('What you wrote is still here, and not saved.')
  await expect(page.getByText('Document modified')).toBeHidden()
  const refreshes = (url: URL) => url.searchParams.has('_rsc')
  const refresh = Promise.withResolvers<void>()
  await page.route(refreshes, async (route) => {
    await refresh.promise
    await route.continue()
  })
  // Payload's own check for changes may have opened the dialog already.
  await expect(async () => {
    if (!(await dialog.isVisible())) {
      await button(page, 'Look at both versions').click({ timeout: 1000 })
    }
    await button(page, 'Use theirs').click({ timeout: 2000 })
  }).toPass()
  await expect(subject(page)).toHaveValue('Theirs again')
  await expect(notice).toBeHidden()
  // The page is then refreshed. The reply does not replace text that was typed before it arrived.
  await subject(page).fill('Typed meanwhile')
  await editor(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.insertText(' And here.')
  refresh.resolve()
  await waitUntilFormIdle(page)
  await expect(subject(page)).toHaveValue('Typed meanwhile')
  await expect(editor(page)).toContainText('And here.')

  await subject(page).fill('Too late')
  await expect(button(page, 'Save and schedule')).toBeVisible()
  await query(
    `update letters set state = 'scheduled', send_at = now() + interval '1 day',
                      updated_at = now() where id = $1`,
    [id],
  )
  await button(page, 'Save').click()
  await expect(notice).toContainText('copy what you need of it')
  await expect(subject(page)).toHaveValue('Too late')
})

test('a new letter is saved automatically while it is written, and an unused form stores nothing', async ({
  openPage,
  site,
}) => {
  const { query } = newsletterOf(site.server, site.database)
  const countLetters = async () =>
    (await query<{ count: number }>('select count(*)::int as count from letters'))[0]?.count ?? 0
  const before = await countLetters()
  const page = await openPage('editor')
  await page.clock.install()
  await openUntilIdle(page, '/cms/collections/letters/create')
  await page.clock.runFor(60_000)
  await waitUntilIdle(page)
  expect(await countLetters()).toBe(before)

  await subject(page).fill('Half')
  const created = page.waitForResponse(/\/api\/letters\?/)
  await expect(async () => {
    await page.clock.runFor(10_000)
    await expect(page).toHaveURL(/\/letters\/\d+$/, { timeout: 1000 })
  }).toPass()
  expect((await created).status()).toBe(201)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Half')
  // The form and the caret position are kept.
  await page.keyboard.type(' written')
  await editor(page).click()
  await page.keyboard.type('Dear all,')
  const updated = page.waitForResponse(
    (response) => response.request().method() === 'PATCH' && response.url().includes('/letters/'),
  )
  await expect(async () => {
    await page.clock.runFor(10_000)
    await expect(letterPanel(page)).toContainText('Saved by itself', { timeout: 1000 })
    await expect(button(page, 'Save')).toBeDisabled({ timeout: 1000 })
  }).toPass()
  expect((await updated).ok()).toBe(true)
  expect(await countLetters()).toBe(before + 1)

  // The tab *Versions* opens, and *Back* shows the letter, not an empty form.
  const address = page.url()
  await page.locator('.doc-tabs').getByRole('link', { name: 'Versions' }).click()
  await expect(page).toHaveURL(/letters\/\d+\/versions/)
  await expect(page.locator('.table tbody tr').first()).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(address)
  await expect(subject(page)).toHaveValue('Half written')
  await expect(editor(page)).toHaveText('Dear all,')
  const [versions] = await query<{ count: number }>(
    `select count(*)::int as count from _letters_v where version_subject like 'Half%'`,
  )
  expect(versions?.count).toBeGreaterThan(1)
})

test('a new letter is created only once if the reply to its first save is lost, even from a restored form', {
  tag: '@extended',
}, async ({ openPage, site }) => {
  const { query } = newsletterOf(site.server, site.database)
  const lostLetters = () =>
    query<{ subject: string }>(`select subject from letters where subject like 'Lost%'`)
  const page = await openPage('editor')
  page.on('dialog', (dialog) => dialog.accept())
  await page.clock.install()
  await openUntilIdle(page, '/cms/collections/letters/create')
  const isLost = Promise.withResolvers<void>()
  // The reply is lost, and the server is unreachable when the letter is saved again.
  let isFirst = true
  await page.route(/\/api\/letters\?/, async (route) => {
    if (isFirst) {
      isFirst = false
      await route.fetch()
    }
    await route.abort()
    isLost.resolve()
  })
  await subject(page).fill('Lost')
  await expect(async () => {
    await page.clock.runFor(10_000)
    await Promise.race([isLost.promise, Promise.reject()])
  }).toPass()
  expect(await lostLetters()).toEqual([{ subject: 'Lost' }])
  await page.unroute(/\/api\/letters\?/)
  await subject(page).fill('Lost and found')
  await page.clock.runFor(500)
  await openUntilIdle(page, '/cms/collections/letters/create')
  await button(page, 'Go on with it').click()
  await expect(subject(page)).toHaveValue('Lost and found')
  await editor(page).click()
  await page.keyboard.type('Hello')
  await page.clock.runFor(500)
  await save(page)
  expect(await lostLetters()).toEqual([{ subject: 'Lost and found' }])
})

test('the reply to an automatic save does not replace what was typed meanwhile', {
  tag: '@extended',
}, async ({ openPage, site }) => {
  const letters = lettersOf(site.server, site.sessions, site.database)
  const { id } = await letters.write('Saves itself')
  const page = await openPage('publisher')
  await page.clock.install()
  await openUntilIdle(page, `/cms/collections/letters/${id}`)
  const replies = Promise.withResolvers<void>()
  await page.route(`**/api/letters/${id}?*`, async (route) => {
    await replies.promise
    await route.continue()
  })
  const saves = page.waitForRequest((request) => request.method() === 'PATCH')
  await subject(page).fill('Saves itself now')
  await expect(async () => {
    await page.clock.runFor(10_000)
    await Promise.race([saves, Promise.reject()])
  }).toPass()
  const words = 'Typed while it was saved.'
  await editor(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.insertText(words)
  // Payload considers only the last changed field as changed.
  await page.getByLabel('Preview text').fill('Typed too')
  const replied = page.waitForResponse((response) => response.request().method() === 'PATCH')
  replies.resolve()
  await replied
  await waitUntilIdle(page)
  await expect(editor(page)).toContainText(words)
  await expect(page.getByLabel('Preview text')).toHaveValue('Typed too')
  await page.clock.runFor(10_000)
  await expect(button(page, 'Save')).toBeDisabled()
  await page.reload()
  await expect(subject(page)).toHaveValue('Saves itself now')
  await expect(editor(page)).toContainText(words)
})

test('while the server is unreachable, the text and the error stay', { tag: '@extended' }, async ({
  openPage,
  site,
}) => {
  const letters = lettersOf(site.server, site.sessions, site.database)
  const { id } = await letters.write('Away')
  const page = await openPage('publisher')
  await openUntilIdle(page, `/cms/collections/letters/${id}`)
  await subject(page).fill('Still here')
  await page.getByLabel(/^Goes out/).fill('2100-07-01T12:00')
  await expect(button(page, 'Save and schedule')).toBeVisible()
  await page.route(/\/api\/letters\/|\/healthz/, (route) => route.abort())
  const message = 'The server can’t be reached. Nothing was saved; your words are still here.'
  const toasts = page.locator('[data-sonner-toast]')
  await button(page, 'Save').click()
  await expect(toasts.filter({ hasText: message })).toBeVisible()
  // The other toasts disappear.
  await expect(toasts).toHaveText([message], { timeout: 15_000 })
  await button(page, 'Save and schedule').click()
  await expect(letterPanel(page).locator('.record-actions').getByRole('alert')).toHaveText(message)
  await page.unroute(/\/api\/letters\/|\/healthz/)
  await button(page, 'Save').click()
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
  await expect(page.getByText(message)).toHaveCount(0)
  expect(await subject(page).inputValue()).toBe('Still here')
})

test('a letter is paused, resumed and cancelled while it is sent', { tag: '@extended' }, async ({
  openPage,
  site,
}) => {
  await makeSubscribers(
    site.database,
    [...Array(60).keys()].map((n) => ({ email: `many${n}@venue.example` })),
  )
  const letters = lettersOf(site.server, site.sessions, site.database)
  const { id } = await letters.write('Of sixty')
  const page = await openPage('publisher')
  await openUntilIdle(page, `/cms/collections/letters/${id}`)
  await button(page, /^Send now/).click()
  await button(page, 'Send to 60 readers').click()
  await expect(state(page)).toHaveText('Going out')
  await button(page, 'Pause').click()
  await expect(state(page)).toHaveText('Paused')
  await expect(page.locator('.letter-progress')).toContainText(
    /Paused: \d+ of 60 readers ha(ve|s) it/,
  )
  await button(page, 'Go on').click()
  await expect(state(page)).toHaveText('Going out')
  await button(page, /^Cancel the rest/).click()
  await expect(page.getByRole('dialog')).toContainText(/By now \d+ of 60 readers ha(ve|s) it\./)
  await button(page, 'Cancel the rest').click()
  await expect(state(page)).toHaveText('Cancelled')
  const numbers = async () => {
    const named = ['Sent', 'Queued', 'Deferred', 'Bounced', 'Failed', 'Cancelled']
    const each = await Promise.all(named.map((name) => countOf(page, name).textContent()))
    return each.map(Number)
  }
  await expect
    .poll(async () => (await numbers()).reduce((sum, each) => sum + each, 0), { timeout: 30_000 })
    .toBe(60)
  await expect.poll(async () => (await numbers())[1], { timeout: 30_000 }).toBe(0)
  expect((await numbers())[5]).toBeGreaterThan(0)
})
