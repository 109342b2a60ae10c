import type { Locator, Page } from '@playwright/test'
import { interests, minFormMs, signUpSentText } from '../../cms/features/newsletter/rules.ts'
import { leaveToken } from '../../cms/features/newsletter/subscribing/tokens.ts'
import { solutionHeader } from '../../cms/platform/limits/rules.ts'
import { accessibilityViolations } from '../support/accessibility.ts'
import { openAsStaff, startEditing, textOn, write } from '../support/editing-bar.ts'
import { toastOn } from '../support/gate-page.ts'
import { newsletterOf } from '../support/newsletter.ts'
import { expect, test } from '../support/own-site.ts'
import { openUntilIdle } from '../support/page-idle.ts'
import { secret } from '../support/server.ts'

test.use({ siteName: 'newsletter', expectedErrors: [/status of (400|429|503)/] })

const formOn = (page: Page): Locator => page.locator('form.newsletter-form')
const submitButtonOn = (page: Page): Locator => formOn(page).locator('button[type=submit]')
/** The error message of the whole form. */
const errorOn = (page: Page): Locator => page.locator('#newsletter-error')
/** Makes each further sign-up require a proof of work; see `cms/platform/limits/stranger-mails.ts`. */
const stopOpenSignUps = (newsletter: ReturnType<typeof newsletterOf>) =>
  newsletter.query(
    `insert into limits (key, taken, free_at)
     values ('newsletter by strangers', 300, now() + interval '30 minutes')
     on conflict (key) do update set taken = excluded.taken, free_at = excluded.free_at`,
  )
test.afterEach(({ site }) =>
  newsletterOf(site.server, site.database).query(`delete from limits where key like 'newsletter%'`),
)
const required = 'Please provide your name, email and consent to continue.'

/** Opens a page, scrolls to the form and waits until its script is loaded. */
async function goToForm(page: Page, path = '/cafe'): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { name: 'STEP CLOSER' }).scrollIntoViewIfNeeded()
  await formOn(page).scrollIntoViewIfNeeded()
  await expect(submitButtonOn(page)).toHaveAttribute('aria-disabled', 'true')
}

test('a form that is sent before its script is loaded shows its own messages later', {
  tag: '@phone',
}, async ({ openPage }) => {
  const page = await openPage()
  const loaded = Promise.withResolvers<void>()
  await page.route('**/*NewsletterForm*', async (route) => {
    await loaded.promise
    await route.continue()
  })
  await openUntilIdle(page, '/cafe')
  await submitButtonOn(page).click({ force: true })
  await expect(formOn(page)).toHaveAttribute('data-pressed', '')
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  loaded.resolve()
  await expect(toastOn(page, 'Required fields missing')).toContainText(required)
  await expect(page.getByLabel('Name', { exact: true })).toHaveAccessibleDescription(
    'Please write your name.',
  )
  await expect(formOn(page)).not.toHaveAttribute('data-pressed')
})

test('a form that is completed after the refused press is sent by the next press only', {
  tag: '@phone',
}, async ({ openPage }) => {
  const page = await openPage()
  const loaded = Promise.withResolvers<void>()
  await page.route('**/*NewsletterForm*', async (route) => {
    await loaded.promise
    await route.continue()
  })
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('newsletter'))
      sent.push(request.url())
  })
  await openUntilIdle(page, '/cafe')
  await submitButtonOn(page).click({ force: true })
  await expect(formOn(page)).toHaveAttribute('data-pressed', '')
  await fillIn(page, 'no-press@venue.example')
  await formOn(page).locator('summary').click()
  await page.getByLabel('Cooking Classes').check()
  loaded.resolve()
  await expect(formOn(page)).not.toHaveAttribute('data-pressed')
  await expect(submitButtonOn(page)).not.toHaveAttribute('aria-disabled', 'true')
  await expect(formOn(page).locator('[aria-invalid]')).toHaveCount(0)
  expect(sent).toEqual([])
})

async function fillIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill('Ada')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('checkbox', { name: /write to me/ }).check()
}

test('the form names its fields, what is missing and what is refused, and keeps the input', {
  tag: '@phone',
}, async ({ openPage }) => {
  const page = await openPage()
  const panel = formOn(page).locator('details')

  await test.step('its scripts are loaded when it becomes visible', async () => {
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url())
    })
    await openUntilIdle(page, '/cafe')
    expect(scripts.filter((url) => url.includes('Newsletter'))).toEqual([])
    await formOn(page).scrollIntoViewIfNeeded()
    await expect.poll(() => scripts.some((url) => url.includes('Newsletter'))).toBe(true)
    await expect(submitButtonOn(page)).toHaveAttribute('aria-disabled', 'true')
  })

  await test.step('missing fields are named, and their closed sections opened', async () => {
    await expect(panel.locator('summary')).toHaveText(/^PERSONALISE YOUR EXPERIENCE/)
    await expect(panel.getByText('Required: at least one interest')).toBeVisible()
    await submitButtonOn(page).click({ force: true })
    // Spec section 5: the toast says it in full, and each field has a hint of its own.
    await expect(toastOn(page, 'Required fields missing')).toContainText(required)
    await expect(errorOn(page)).toBeEmpty()
    await expect(panel).toHaveAttribute('open', '')
    await expect(panel.locator('.when-open')).toBeVisible()
    await expect(panel.locator('.when-open')).toHaveText('FEWER OPTIONS')
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
    await expect(page.getByLabel('Name', { exact: true })).toHaveAttribute('aria-invalid', 'true')
    for (const [field, message] of [
      ['Name', 'Please write your name.'],
      ['Email', 'Please enter a valid email.'],
    ] as const) {
      await expect(page.getByLabel(field, { exact: true })).toHaveAccessibleDescription(message)
    }
    await expect(page.getByRole('checkbox', { name: /write to me/ })).toHaveAccessibleDescription(
      'Please tick this, so that we may write to you.',
    )
    expect(await accessibilityViolations(page)).toEqual([])

    await fillIn(page, 'missing@venue.example')
    await expect(formOn(page).getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
    await expect(submitButtonOn(page)).toHaveAccessibleDescription(
      /^The button waits for an interest/,
    )
    await submitButtonOn(page).click({ force: true })
    await expect(toastOn(page, 'Interests required')).toContainText(
      'Please select at least one interest to help us personalise your experience.',
    )
    await expect(page.getByLabel('Private Events & Bookings')).toBeFocused()
    await expect(formOn(page).getByRole('alert').filter({ hasText: /./ })).toHaveText(
      'Choose at least one.',
    )
    expect(await accessibilityViolations(page)).toEqual([])
    await page.getByLabel('Cooking Classes').check()
    await expect(formOn(page).getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
    await expect(submitButtonOn(page)).not.toHaveAttribute('aria-disabled')
    await panel.locator('summary').click()
    await expect(submitButtonOn(page)).toHaveAttribute('aria-disabled', 'true')
    await submitButtonOn(page).click({ force: true })
    await expect(panel).toHaveAttribute('open', '')
  })

  await test.step('it has interests, phone, birthday and the consent wording', async () => {
    const consent = page.getByRole('checkbox', { name: /privacy policy/ })
    await expect(consent).toBeVisible()
    await expect(formOn(page).getByRole('link', { name: 'privacy policy' })).toHaveAttribute(
      'href',
      '/privacy',
    )
    const boxes = page
      .getByRole('group', { name: 'What are you interested in?' })
      .getByRole('checkbox')
    await expect(boxes).toHaveCount(13)
    for (const interest of interests) await expect(page.getByLabel(interest)).toBeVisible()
    await expect(page.getByLabel('Phone (optional)')).toBeVisible()
    await expect(page.getByLabel('Day', { exact: true }).locator('option')).toHaveCount(32)
    await expect(page.getByLabel('Month', { exact: true }).locator('option')).toHaveCount(13)
  })

  await test.step('a refusal shows the reason and keeps the input', async () => {
    await fillIn(page, 'ada@venue')
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/subscribe-newsletter')) requests.push(request.url())
    })
    await submitButtonOn(page).click()
    const email = page.getByLabel('Email', { exact: true })
    await expect(email).toBeFocused()
    await expect(email).toHaveAccessibleDescription('Please enter a valid email.')
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ada')
    expect(requests).toEqual([])
    await email.fill('ada@venue.example')
    await expect(email).not.toHaveAttribute('aria-invalid')
    await page.getByLabel('Day', { exact: true }).selectOption('31')
    await page.getByLabel('Month', { exact: true }).selectOption('February')
    await submitButtonOn(page).click()
    await expect(page.getByLabel('Day', { exact: true })).toBeFocused()
    await expect(page.getByLabel('Day', { exact: true })).toHaveAccessibleDescription(
      /^There is no such day/,
    )
    await page.getByLabel('Day', { exact: true }).selectOption('28')
    const refused = { error: 'bad_request', message: 'Not that address.', field: 'email' }
    await page.route(
      '**/api/subscribe-newsletter',
      (route) => route.fulfill({ status: 400, json: refused }),
      { times: 1 },
    )
    await submitButtonOn(page).click()
    await expect(toastOn(page, 'Subscription failed')).toContainText('Not that address.')
    await expect(email).toHaveAccessibleDescription('Check the address.')
    await email.fill('ada@elsewhere.example')
    await page.route('**/api/subscribe-newsletter', (route) =>
      route.fulfill({ status: 503, body: '' }),
    )
    await submitButtonOn(page).click()
    await expect(toastOn(page, 'Subscription failed')).toContainText('Please try again later.')
    await expect(errorOn(page)).toHaveText('Not sent yet. What you typed is still here.')
  })

  await test.step('it keeps its input while the visitor is on another page', async () => {
    await fillIn(page, 'half@venue.example')
    await formOn(page).getByRole('link', { name: 'privacy policy' }).click()
    await expect(page).toHaveURL(/\/privacy$/)
    await page.goBack()
    await expect(page).toHaveURL(/\/cafe$/)
    await formOn(page).scrollIntoViewIfNeeded()
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue('half@venue.example')
  })
})

test('a visitor subscribes, confirms, unsubscribes with one click and subscribes again; without a valid link, the visitor can request one by mail', {
  tag: '@phone',
}, async ({ openPage, site }) => {
  const newsletter = newsletterOf(site.server, site.database)
  const email = `${test.info().project.name}-joins@venue.example`
  const page = await openPage()
  await page.clock.install()
  await goToForm(page)
  await formOn(page).locator('summary').click()
  await fillIn(page, email.toUpperCase())
  await page.getByLabel('Film & Cinema').check()
  await page.getByLabel('Day', { exact: true }).selectOption('7')
  await page.getByLabel('Month', { exact: true }).selectOption('November')
  await page.clock.fastForward(minFormMs)
  const sent = page.waitForRequest('**/api/subscribe-newsletter')
  const released = Promise.withResolvers<void>()
  await page.route('**/api/subscribe-newsletter', async (route) => {
    await released.promise
    await route.continue()
  })
  await submitButtonOn(page).click()
  await expect(submitButtonOn(page)).toHaveText(/JOINING\.\.\./)
  await expect(submitButtonOn(page)).toHaveAttribute('aria-disabled', 'true')
  released.resolve()
  expect((await sent).postDataJSON()).toMatchObject({
    email: email.toUpperCase(),
    name: 'Ada',
    consent: true,
    phone: null,
    birthday: '7/11',
    interests: ['Film & Cinema'],
  })
  const status = formOn(page).getByRole('status')
  await expect(status).toHaveText(
    `Check your email to complete authentication and link your notifications.${signUpSentText(email.toUpperCase())}`,
  )
  await expect(toastOn(page, "You're in!")).toContainText('Check your email to complete')
  // The hints about missing fields reappear only when another sign-up is started.
  await expect(formOn(page).getByText('The button waits')).toBeHidden()
  await expect(formOn(page).getByText('Required: at least one')).toBeHidden()
  await expect(status).toBeInViewport()
  await page.clock.runFor(10_000)
  await expect(status).toContainText('Check your email')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
  await expect(page.getByRole('checkbox', { name: /write to me/ })).not.toBeChecked()
  await expect(formOn(page).locator('details')).not.toHaveAttribute('open')
  await expect(formOn(page)).toBeInViewport()

  await page.goto(await newsletter.linkTo(email))
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Yes, write to me' }).click()
  await expect(page.getByRole('heading', { name: 'You’re in' })).toBeVisible()
  const subscriber = await newsletter.subscriber(email)
  expect(subscriber).toMatchObject({ state: 'active', interests: ['Film & Cinema'] })

  await page.goto(
    `/unsubscribe/${leaveToken({ subscriber: subscriber?.id ?? 0, mail: 0 }, secret)}`,
  )
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Pause for 30 days' }).click()
  await expect(page.getByText('No letters until')).toBeVisible()
  await page.getByRole('button', { name: 'Stop all letters' }).click()
  await expect(page.getByText('Done. You’re off the list.')).toBeVisible()
  expect((await newsletter.subscriber(email))?.state).toBe('unsubscribed')
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Put me back' }).click()
  await expect(page.getByText('Done. Everything is as it was.')).toBeVisible()
  expect((await newsletter.subscriber(email))?.state).toBe('active')

  await test.step('an invalid unsubscribe link leads to a form that mails a new link', async () => {
    await page.goto('/unsubscribe/1-2-abc')
    expect(await accessibilityViolations(page)).toEqual([])
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByRole('button', { name: 'Send me the link' }).click()
    await expect(page.getByRole('status').first()).toContainText('a link to leave by is on its way')
    await page.goto(await newsletter.linkTo(email))
    await expect(page.getByRole('button', { name: 'Stop all letters' })).toBeVisible()
  })
})

test('the browser solves the proof of work that is required after too many sign-ups', {
  tag: ['@phone', '@extended'],
}, async ({ openPage, site }) => {
  // The browser computes 65,000 hashes on average.
  test.slow()
  const newsletter = newsletterOf(site.server, site.database)
  await stopOpenSignUps(newsletter)
  const page = await openPage()
  await page.clock.install()
  await goToForm(page)
  await formOn(page).locator('summary').click()
  await fillIn(page, 'worked@venue.example')
  await page.getByLabel('Cooking Classes').check()
  await page.clock.fastForward(minFormMs)
  const requests: { [name: string]: string }[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/subscribe-newsletter')) requests.push(request.headers())
  })
  await submitButtonOn(page).click()
  await expect(formOn(page).getByRole('status')).toContainText(
    signUpSentText('worked@venue.example'),
    {
      timeout: 120_000,
    },
  )
  expect(requests.map((headers) => solutionHeader in headers)).toEqual([false, true])
  expect(await newsletter.linkTo('worked@venue.example')).toMatch(/^\/subscribe\/confirm\//)

  await test.step('the page that announces a delayed mail is accessible', async () => {
    await page.goto('/subscribe?done=later')
    await expect(page.getByText('may take some hours')).toBeVisible()
    expect(await accessibilityViolations(page)).toEqual([])
  })
})

test('the form works by keyboard', { tag: ['@desktop', '@extended'] }, async ({
  openPage,
  site,
}) => {
  const page = await openPage()
  await page.clock.install()
  await goToForm(page, '/hall')
  const email = `${test.info().project.name}-keys@venue.example`
  await page.getByLabel('Name', { exact: true }).focus()
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await page.keyboard.type('Ada')
  await press('Tab')
  await page.keyboard.type(email)
  // Ticks the checkbox, skips the link in its label, and moves to the panel.
  await press('Tab', 'Space', 'Tab', 'Tab')
  await expect(formOn(page).locator('summary')).toBeFocused()
  await press('Enter', 'Tab')
  await expect(page.getByLabel('Private Events & Bookings')).toBeFocused()
  await press('Space')
  await page.clock.fastForward(minFormMs)
  await submitButtonOn(page).focus()
  await press('Enter')
  await expect(formOn(page).getByRole('status')).toContainText('Check your email to complete')
  const newsletter = newsletterOf(site.server, site.database)
  expect((await newsletter.subscriber(email))?.state).toBe('pending')
})

test('an editor edits the heading and the button in place', {
  tag: ['@desktop', '@extended'],
}, async ({ openPage, site }) => {
  const page = await openPage('editor')
  await openAsStaff(page, '/cafe')
  await startEditing(page)
  await write(page, 'global:newsletter.heading', 'Come nearer')
  await write(page, 'global:newsletter.button', 'For uncommon people')
  await expect(textOn(page, 'global:newsletter.button')).toHaveText('For uncommon people')
  await expect(page.locator('.page-toasts .ui-toast')).toHaveCount(0)
  const visited = await site.server.get('/cafe')
  expect(visited.text).toContain('STEP CLOSER')
  expect(visited.text).not.toContain('Come nearer')
})

test.describe('without a script', () => {
  test('the form is submitted by the browser, and a page shows the result', {
    tag: '@phone',
  }, async ({ browser, site }) => {
    const context = await browser.newContext({
      baseURL: site.server.url,
      javaScriptEnabled: false,
      viewport: test.info().project.use.viewport ?? null,
    })
    const page = await context.newPage()
    await page.goto('/beer')
    await page.getByLabel('Name', { exact: true }).fill('Ada')
    await page.getByLabel('Email', { exact: true }).fill('plain@venue.example')
    await page.getByRole('checkbox', { name: /write to me/ }).check()
    await submitButtonOn(page).click()
    await expect(page).toHaveURL(/\/subscribe\?problem=none$/)
    const refusal = page
      .getByRole('alert')
      .filter({ hasText: 'Please select at least one interest' })
    await expect(refusal).toBeVisible()
    await page.getByLabel('Name', { exact: true }).fill('Ada')
    const email = `${test.info().project.name}-plain@venue.example`
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByRole('checkbox', { name: /write to me/ }).check()
    await formOn(page).locator('summary').click()
    await page.getByLabel('Cooking Classes').check()
    await submitButtonOn(page).click()
    await expect(page).toHaveURL(/\/subscribe\?done=sent$/)
    await expect(page.getByText('Check your email to complete authentication')).toBeVisible()
    await expect(page.getByText(signUpSentText(email))).toBeVisible()
    const newsletter = newsletterOf(site.server, site.database)
    await page.goto(await newsletter.linkTo(email))
    await page.getByRole('button', { name: 'Yes, write to me' }).click()
    await expect(page.getByRole('heading', { name: 'You’re in' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'To the Common Room' })).toBeVisible()
    expect((await newsletter.subscriber(email))?.state).toBe('active')
    await context.close()
  })

  test('after too many sign-ups, the page says that the mail comes later, and to which address', {
    tag: ['@phone', '@extended'],
  }, async ({ browser, site }) => {
    await stopOpenSignUps(newsletterOf(site.server, site.database))
    const context = await browser.newContext({
      baseURL: site.server.url,
      javaScriptEnabled: false,
      viewport: test.info().project.use.viewport ?? null,
    })
    const page = await context.newPage()
    await page.goto('/subscribe')
    const email = `${test.info().project.name}-later@venue.example`
    await fillIn(page, email)
    await formOn(page).locator('summary').click()
    await page.getByLabel('Cooking Classes').check()
    await submitButtonOn(page).click()
    await expect(page).toHaveURL(/\/subscribe\?done=later$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Bear\s*with us/)
    await expect(page.getByText('may take some hours')).toBeVisible()
    await expect(page.getByText(signUpSentText(email, true))).toBeVisible()
    await page.getByRole('link', { name: 'Back to the form' }).click()
    await expect(submitButtonOn(page)).toBeVisible()
    await context.close()
  })
})
