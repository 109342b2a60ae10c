import type { Request } from '@playwright/test'
import { trustMs } from '../../cms/features/members/rules.ts'
import {
  addAuthenticator,
  answerFromNextCode,
  askForCode,
  codeFieldOn,
  dialogOn,
  draw,
  expectInside,
  expireSession,
  gateGesture,
  linkByCode,
  linkDialog,
  openGate,
  openGatePage,
  passkeyDialog,
  press,
  signInAtGate,
  toastOn,
  waitForAutofillOptions,
} from '../support/gate-page.ts'
import { membershipOf } from '../support/membership.ts'
import { newsletterOf, signUpRequest } from '../support/newsletter.ts'
import { expect, test } from '../support/own-site.ts'

test.use({
  siteName: 'membership',
  serviceWorkers: 'allow',
  expectedErrors: [/status of (400|401|403|404|429)/],
})

const addressOf = (name: string) => `${name}-${test.info().project.name}@venue.example`
const granted = 'Common People Membership access granted via secure Face ID/Passkey'

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

test('a subscriber links a passkey, and enters with it until the device must be linked again', async ({
  openPage,
  site,
  isMobile,
}) => {
  const membership = membershipOf(site.server, site.database)
  const email = addressOf('first')
  await newsletterOf(site.server, site.database).join(signUpRequest(email))
  const page = await openPage()
  const authenticator = await addAuthenticator(page)

  await test.step('a first visitor draws the gate’s gesture, registers and links a passkey, and enters', async () => {
    await openGatePage(page)
    await draw(page, gateGesture(), isMobile)
    await expect(passkeyDialog(page)).toBeVisible()
    await expect(passkeyDialog(page).getByRole('button', { name: 'Email instead' })).toBeVisible()
    await press(page, 'Use Face ID / Passkey')
    await expect(linkDialog(page)).toBeVisible()
    expect(await authenticator.count()).toBe(1)
    await askForCode(page, ` ${email.toUpperCase()} `)
    await expect(codeFieldOn(page)).toBeFocused()
    await linkByCode(page, await membership.codeTo(email))
    // The welcome disappears before the other message, so it is checked first.
    await expectInside(page)
    await expect(toastOn(page, 'Membership Linked')).toContainText(`${email} is linked`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Make yourself\s+at home/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('a signed-in member enters without a prompt', async () => {
    await openGatePage(page)
    const requests: string[] = []
    const record = (request: Request) => {
      if (request.url().includes('/api/')) requests.push(new URL(request.url()).pathname)
    }
    page.on('request', record)
    await page.evaluate(watchWelcome)
    await openGate(page)
    await expectInside(page, '/common-room/main', granted)
    // The welcome lasts two seconds across both pages. On each page it is added to an existing live region.
    const shown = await page.waitForFunction(() => window.welcome)
    const { forMs, isAnnounced } = (await shown.jsonValue()) as Welcome
    expect(forMs).toBeGreaterThan(1000)
    expect(isAnnounced).toBe(true)
    expect(requests.filter((path) => path.includes('webauthn'))).toEqual([])
    expect(requests).toContain('/api/check-membership')
    page.off('request', record)
  })

  await test.step('a returning member draws the gate’s gesture and uses the passkey', async () => {
    await expireSession(page)
    await openGatePage(page)
    await draw(page, gateGesture(), isMobile)
    await expectInside(page, '/common-room/main', granted)
  })

  await test.step('a device whose trust expired is linked again', async () => {
    await expireSession(page)
    await page.evaluate(
      (ago) => localStorage.setItem('common-room-trusted-at', String(Date.now() - ago)),
      trustMs + 60_000,
    )
    await membership.query(`update device_grants set expires_at = now() - interval '1 minute'`)
    await openGatePage(page)
    await authenticator.setAnswering(false)
    const autofill = waitForAutofillOptions(page)
    await openGate(page)
    await expect(toastOn(page, 'Please link this device again')).toBeVisible()
    await expect(linkDialog(page)).toBeVisible()
    await autofill
    await membership.resetCodeLimits()
    await answerFromNextCode(page, authenticator)
    await askForCode(page, email)
    await expect(codeFieldOn(page)).toBeVisible()
    await linkByCode(page, await membership.codeTo(email))
    await expectInside(page)
    const trustedAt = await page.evaluate(() =>
      Number(localStorage.getItem('common-room-trusted-at')),
    )
    expect(Date.now() - trustedAt).toBeLessThan(60_000)
  })

  await test.step('a device unknown to the server must be linked again; the gate is busy until the server answers', async () => {
    await expireSession(page)
    await page.context().clearCookies({ name: 'common-room-trust' })
    await authenticator.setAnswering(false)
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

  await test.step('the dialog closes when another tab signs in', async () => {
    const { user, access_token, expires_at } = await membership.signIn(addressOf('elsewhere'))
    const other = await page.context().newPage()
    await other.goto('/robots.txt')
    await other.evaluate(
      (session) => localStorage.setItem('common-room-session', JSON.stringify(session)),
      { user, access_token, expires_at },
    )
    await expect(toastOn(page, 'Access Granted')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})

test('a new device signs in by code, and the offer of a passkey is repeated after thirty days', async ({
  openPage,
  site,
}) => {
  const membership = membershipOf(site.server, site.database)
  const email = addressOf('new-phone')
  const page = await openPage()
  const authenticator = await addAuthenticator(page)
  const offer = dialogOn(page, 'Next time, just your thumb')
  const enterCode = async () => codeFieldOn(page).fill(await membership.codeTo(email))

  await test.step('a first sign-in by code offers a passkey', async () => {
    await openGatePage(page)
    await openGate(page)
    await press(page, 'Email instead')
    await askForCode(page, email)
    await expect(toastOn(page, 'Code sent!')).toBeVisible()
    await enterCode()
    await expect(toastOn(page, 'Signed in successfully!')).toBeVisible()
    await expect(offer.getByRole('link', { name: 'Get the letter' })).toBeVisible()
    await press(page, 'Not now')
    await expectInside(page)
  })

  await test.step('after signing in again the requested member page opens, without the offer', async () => {
    await expireSession(page)
    await membership.resetCodeLimits()
    await openGatePage(page, '/profile')
    await expect(page).toHaveURL(/\/common-room\?back=%2Fprofile$/)
    await expect(page.getByText('That page is for members.')).toBeVisible()
    await openGate(page)
    await press(page, 'Email instead')
    await askForCode(page, email)
    await expect(codeFieldOn(page)).toBeVisible()
    await enterCode()
    await expectInside(page, '/profile')
  })

  await test.step('thirty days after "Not now" a passkey is offered, and made', async () => {
    await expireSession(page)
    await page.evaluate((days) => {
      const name = 'common-room-passkey-offered-at'
      localStorage.setItem(name, String(Number(localStorage.getItem(name)) - days * 86_400_000))
    }, 30)
    await signInAtGate(page, email, site)
    await expect(offer).toBeVisible()
    await press(page, 'Make a passkey')
    await expectInside(page)
    expect(await authenticator.count()).toBe(1)
  })

  await test.step('the passkey of somebody who is no subscriber cannot sign them in, but a code can', async () => {
    await openGatePage(page)
    await openGate(page)
    await expectInside(page)
    await expireSession(page)
    await authenticator.setAnswering(false)
    await membership.resetCodeLimits()
    await openGatePage(page)
    await openGate(page)
    // The address is entered only in this dialog. The next dialog already has it in its field.
    await linkDialog(page).getByLabel('Email', { exact: true }).fill(email)
    await press(page, 'Come in without linking')
    await expect(page.getByRole('dialog').getByLabel('Email', { exact: true })).toHaveValue(email)
    await press(page, 'Send code')
    await expect(codeFieldOn(page)).toBeVisible()
    await enterCode()
    await expectInside(page)
  })
})
