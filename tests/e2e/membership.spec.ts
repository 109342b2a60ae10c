import { trustMs } from '../../cms/members/rules.ts'
import { fastestPersonMs } from '../../cms/newsletter/rules.ts'
import {
  addAuthenticator,
  answerFromNextCode,
  askForCode,
  codeFieldOn,
  dialogOn,
  draw,
  expectInside,
  expireSession,
  gateSign,
  linkByCode,
  linkDialog,
  linkedMember,
  openGate,
  openGatePage,
  passkeyDialog,
  press,
  signInAtGate,
  toastOn,
} from '../support/gate-page.ts'
import { membershipOf } from '../support/membership.ts'
import { newsletterOf } from '../support/newsletter.ts'
import { expect, test } from '../support/own-site.ts'

test.use({
  siteName: 'membership',
  serviceWorkers: 'allow',
  expectedErrors: [/status of (400|401|403|404|429)/],
})

const addressOf = (name: string) => `${name}-${test.info().project.name}@venue.example`
const granted = 'Common People Membership access granted via secure Face ID/Passkey'

test('a first visit: subscribe, draw the sign, register a passkey, link, enter', async ({
  person,
  site,
  isMobile,
}) => {
  const newsletter = newsletterOf(site.server, site.database)
  const membership = membershipOf(site.server, site.database)
  const email = addressOf('first')
  const page = await person()
  const authenticator = await addAuthenticator(page)
  await page.clock.install()
  await page.goto('/cafe')
  const form = page.locator('form.newsletter-form')
  await form.scrollIntoViewIfNeeded()
  await expect(form.locator('button[type=submit]')).toHaveAttribute('aria-disabled', 'true')
  await form.getByLabel('Name', { exact: true }).fill('Ada')
  await form.getByLabel('Email', { exact: true }).fill(email)
  await form.getByRole('checkbox', { name: /write to me/ }).check()
  await form.locator('summary').click()
  await form.getByLabel('Film & Cinema').check()
  await page.clock.fastForward(fastestPersonMs)
  await form.locator('button[type=submit]').click()
  await expect(form.getByRole('status')).toContainText("You're in!")
  await page.goto(await newsletter.linkTo(email))
  await page.getByRole('button', { name: 'Yes, write to me' }).click()
  await expect(page.getByRole('heading', { name: 'You’re in' })).toBeVisible()

  await openGatePage(page)
  await draw(page, gateSign(), isMobile)
  await expect(passkeyDialog(page)).toBeVisible()
  await expect(passkeyDialog(page).getByRole('button', { name: 'Email instead' })).toBeVisible()
  await press(page, 'Use Face ID / Passkey')
  await expect(linkDialog(page)).toBeVisible()
  expect(await authenticator.count()).toBe(1)
  await askForCode(page, ` ${email.toUpperCase()} `)
  await expect(codeFieldOn(page)).toBeFocused()
  await linkByCode(page, await membership.codeTo(email))
  await expect(toastOn(page, 'Membership Linked')).toContainText(`${email} is linked`)
  await expectInside(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Make yourself\s+at home/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a returning member draws the sign and uses the passkey', async ({
  person,
  site,
  isMobile,
}) => {
  const page = await linkedMember(await person(), addressOf('returns'), site)
  await expireSession(page)
  await openGatePage(page)
  await draw(page, gateSign(), isMobile)
  await expect(page).toHaveURL(/\/common-room\/main$/)
  await expect(toastOn(page, granted)).toBeVisible()
  await expectInside(page)
})

/**
 * How long a welcome is shown, and whether each live region that announces it existed before the text
 * was added.
 */
type Welcome = { forMs: number; isAnnounced: boolean }
declare global {
  interface Window {
    welcome?: Welcome
  }
}

function watchWelcome(): void {
  const says = (region: Element) => region.textContent?.includes('Access Granted')
  const regions = new Set<Element>(document.querySelectorAll('.ui-toasts'))
  let isAnnounced = true
  // An observer sees each change; animation frames could miss some.
  new MutationObserver(() => {
    for (const region of document.querySelectorAll('.ui-toasts')) {
      if (!regions.has(region) && says(region)) isAnnounced = false
      regions.add(region)
    }
  }).observe(document, { childList: true, subtree: true })
  let from = 0
  let until = 0
  const look = () => {
    const now = performance.now()
    if ([...document.querySelectorAll('.ui-toasts')].some(says)) {
      from ||= now
      until = now
    }
    if (from && now - until > 2000) window.welcome = { forMs: until - from, isAnnounced }
    else requestAnimationFrame(look)
  }
  look()
}

test('a signed-in member enters without a prompt', async ({ person, site }) => {
  const page = await linkedMember(await person(), addressOf('stays'), site)
  await openGatePage(page)
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/')) requests.push(new URL(request.url()).pathname)
  })
  await page.evaluate(watchWelcome)
  await openGate(page)
  await expect(toastOn(page, granted)).toBeVisible()
  await expectInside(page)
  // The toast lasts two seconds across both pages. On each page it is added to an existing live region.
  const shown = await page.waitForFunction(() => window.welcome)
  const { forMs, isAnnounced } = (await shown.jsonValue()) as Welcome
  expect(forMs).toBeGreaterThan(1000)
  expect(isAnnounced).toBe(true)
  expect(requests.filter((path) => path.includes('webauthn'))).toEqual([])
  expect(requests).toContain('/api/check-membership')
})

test('a new device signs in by code and is offered a passkey', async ({ person, site }) => {
  const membership = membershipOf(site.server, site.database)
  const email = addressOf('new-phone')
  const page = await person()
  const authenticator = await addAuthenticator(page)
  await openGatePage(page)
  await openGate(page)
  await press(page, 'Email instead')
  await askForCode(page, email)
  await expect(toastOn(page, 'Code sent!')).toBeVisible()
  await codeFieldOn(page).fill(await membership.codeTo(email))
  await expect(toastOn(page, 'Signed in successfully!')).toBeVisible()
  const offer = dialogOn(page, 'Next time, just your thumb')
  await expect(offer).toBeVisible()
  await expect(offer.getByRole('link', { name: 'Get the letter' })).toBeVisible()
  await press(page, 'Make a passkey')
  await expectInside(page)
  expect(await authenticator.count()).toBe(1)

  // The person is not a subscriber, so the passkey cannot sign them in. They must still be able to sign in
  // by code.
  await openGatePage(page)
  await openGate(page)
  await expectInside(page)
  await expireSession(page)
  await authenticator.answers(false)
  await membership.resetCodeLimits()
  await openGatePage(page)
  await openGate(page)
  // The address that was entered here is already in the next dialog's field.
  await linkDialog(page).getByLabel('Email', { exact: true }).fill(email)
  await press(page, 'Come in without linking')
  await expect(page.getByRole('dialog').getByLabel('Email', { exact: true })).toHaveValue(email)
  await press(page, 'Send code')
  await expect(codeFieldOn(page)).toBeVisible()
  await codeFieldOn(page).fill(await membership.codeTo(email))
  await expectInside(page)
})

test('"Not now" is remembered for thirty days', async ({ person, site }) => {
  const page = await person()
  await addAuthenticator(page)
  const signInAgain = () => signInAtGate(page, addressOf('not-now'), site)
  await signInAgain()
  await press(page, 'Not now')
  await expectInside(page)
  await expireSession(page)
  await signInAgain()
  await expectInside(page)
  await expireSession(page)
  await page.evaluate((days) => {
    const name = 'common-room-passkey-offered-at'
    localStorage.setItem(name, String(Number(localStorage.getItem(name)) - days * 86_400_000))
  }, 30)
  await signInAgain()
  await expect(dialogOn(page, 'Next time, just your thumb')).toBeVisible()
})

test('a device whose trust expired is linked again', async ({ person, site }) => {
  const membership = membershipOf(site.server, site.database)
  const email = addressOf('lost-trust')
  const page = await linkedMember(await person(), email, site)
  await expireSession(page)
  await page.evaluate(
    (ago) => localStorage.setItem('common-room-trusted-at', String(Date.now() - ago)),
    trustMs + 60_000,
  )
  await membership.query(`update device_grants set expires_at = now() - interval '1 minute'`)
  await openGatePage(page)
  await page.authenticator.answers(false)
  await openGate(page)
  await expect(toastOn(page, 'Please link this device again')).toBeVisible()
  await expect(linkDialog(page)).toBeVisible()
  await membership.query(`delete from limits where key like 'codes%'`)
  await answerFromNextCode(page)
  await askForCode(page, email)
  await expect(codeFieldOn(page)).toBeVisible()
  await linkByCode(page, await membership.codeTo(email))
  await expectInside(page)
  const trustedAt = await page.evaluate(() =>
    Number(localStorage.getItem('common-room-trusted-at')),
  )
  expect(Date.now() - trustedAt).toBeLessThan(60_000)
})

test('a device unknown to the server must be linked again; the gate is busy until the server answers', async ({
  person,
  site,
}) => {
  const page = await linkedMember(await person(), addressOf('stolen'), site)
  await expireSession(page)
  await page.context().clearCookies({ name: 'common-room-trust' })
  await page.authenticator.answers(false)
  await openGatePage(page)
  let answer = () => {}
  const released = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/check-membership', async (route) => {
    await released
    await route.continue()
  })
  const requested = page.waitForRequest('**/api/check-membership')
  await openGate(page)
  await requested
  const gate = page.locator('form[data-gate]')
  await expect(gate).toHaveAttribute('aria-busy', 'true')
  answer()
  await expect(linkDialog(page)).toBeVisible()
  await expect(gate).not.toHaveAttribute('aria-busy')
  await expect(toastOn(page, 'Please link this device again')).toHaveCount(0)
})

test('after signing in the requested member page opens', async ({ person, site }) => {
  const membership = membershipOf(site.server, site.database)
  const email = addressOf('back')
  const page = await person()
  await page.goto('/profile')
  await expect(page).toHaveURL(/\/common-room\?back=%2Fprofile$/)
  await expect(page.getByText('That page is for members.')).toBeVisible()
  await openGatePage(page, '/common-room?back=%2Fprofile')
  await openGate(page)
  await press(page, 'Email instead')
  await askForCode(page, email)
  await expect(codeFieldOn(page)).toBeVisible()
  await codeFieldOn(page).fill(await membership.codeTo(email))
  await expectInside(page, '/profile')
})

test('a dialog ends when another tab signs in', async ({ person, site }) => {
  const membership = membershipOf(site.server, site.database)
  const page = await person()
  await openGatePage(page)
  await openGate(page)
  await expect(passkeyDialog(page)).toBeVisible()
  const { user, access_token, expires_at } = await membership.signIn(addressOf('elsewhere'))
  const other = await page.context().newPage()
  await other.goto('/privacy')
  await other.evaluate(
    (session) => localStorage.setItem('common-room-session', JSON.stringify(session)),
    { user, access_token, expires_at },
  )
  await expect(toastOn(page, 'Access Granted')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
