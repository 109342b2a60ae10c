import type { Page } from '@playwright/test'
import { hashToken } from '../../cms/platform/crypto/tokens.ts'
import {
  addAuthenticator,
  askForCode,
  codeFieldOn,
  enableWebAuthn,
  errorOn,
  expectInside,
  expireSession,
  linkByCode,
  linkDialog,
  openGate,
  openGatePage,
  passkeyDialog,
  press,
  type signInAtGate,
  signInWithPasskey,
  toastOn,
  type VirtualAuthenticator,
} from '../support/gate-page.ts'
import { membershipOf } from '../support/membership.ts'
import { expect, test } from '../support/own-site.ts'
import { waitUntilIdle } from '../support/page-idle.ts'

test.use({
  siteName: 'membership',
  expectedErrors: [/status of (400|401|403|404|429|503)|ERR_(INTERNET_DISCONNECTED|FAILED)/],
})

const addressOf = (name: string) => `${name}-${test.info().project.name}@venue.example`

const requestAndEnterCode = async (
  page: Page,
  email: string,
  site: Parameters<typeof signInAtGate>[2],
) => {
  const membership = membershipOf(site.server, site.database)
  await askForCode(page, email)
  await expect(codeFieldOn(page)).toBeVisible()
  await codeFieldOn(page).fill(await membership.codeTo(email))
}

test('a device without an authenticator and with interrupted connections signs in by email', async ({
  openPage,
  site,
}) => {
  const page = await openPage()
  await enableWebAuthn(page)
  await openGatePage(page)

  await test.step('the gate shows an error if the browser is offline before the dialogs are loaded', async () => {
    await page.context().setOffline(true)
    await openGate(page)
    await expect(
      page.getByRole('alert').filter({ hasText: 'issue contacting the server' }),
    ).toBeVisible()
    await expect(page).toHaveURL(/\/common-room$/)
    await page.context().setOffline(false)
    await openGate(page)
    await expect(
      passkeyDialog(page).or(page.getByRole('heading', { name: 'By email' })),
    ).toBeVisible()
  })

  await test.step('without an authenticator, the passkey dialog offers the sign-in by email', async () => {
    await openGatePage(page)
    await openGate(page)
    await press(page, 'Use Face ID / Passkey')
    await expect(errorOn(page)).toHaveText('No built-in authenticator found on this device.')
    await expect(
      passkeyDialog(page).getByRole('button', { name: 'I have a passkey already' }),
    ).toBeVisible()
    await press(page, 'Email instead')
  })

  await test.step('typed values stay if the browser is offline when a code is requested or entered', async () => {
    await page.context().setOffline(true)
    await askForCode(page, addressOf('offline-code'))
    await expect(toastOn(page, 'Validation error')).toContainText(
      'The server could not be reached.',
    )
    await page.context().setOffline(false)
    await press(page, 'Send code')
    await expect(codeFieldOn(page)).toBeVisible()
    await page.context().setOffline(true)
    await codeFieldOn(page).fill('123456')
    await expect(toastOn(page, 'Unexpected error')).toBeVisible()
    await expect(codeFieldOn(page)).toHaveValue('123456')
  })

  await page.context().setOffline(false)
  const { codeTo } = membershipOf(site.server, site.database)
  await codeFieldOn(page).fill(await codeTo(addressOf('offline-code')))
  // The browser offers no passkey after signing in, because the device could not store one.
  await expectInside(page)
})

test('a prompt that is cancelled shows the reason and can be opened again', async ({
  openPage,
}) => {
  const page = await openPage()
  const authenticator = await addAuthenticator(page)
  await openGatePage(page)
  await openGate(page)

  await test.step('the prompt is cancelled', async () => {
    await authenticator.setUserVerified(false)
    await press(page, 'Use Face ID / Passkey')
    await expect(errorOn(page)).toHaveText(
      'Biometric prompt was closed or timed out. Please try again.',
    )
    await expect(passkeyDialog(page).getByRole('button', { name: 'Email instead' })).toBeEnabled()
    await authenticator.setUserVerified(true)
  })

  await test.step('a prompt that is cancelled while its options load does not open', async () => {
    let answer = () => {}
    const released = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/webauthn-register-options', async (route) => {
      await released
      await route.continue()
    })
    const requested = page.waitForRequest('**/api/webauthn-register-options')
    await press(page, 'Use Face ID / Passkey')
    await requested
    await press(page, 'Email instead')
    const answered = page.waitForResponse('**/api/webauthn-register-options')
    answer()
    await (await answered).finished()
    await waitUntilIdle(page)
    expect(await authenticator.count()).toBe(0)
  })

  await test.step('the prompt is opened again', async () => {
    await page.keyboard.press('Escape')
    await openGate(page)
    await press(page, 'Use Face ID / Passkey')
    await expect(linkDialog(page)).toBeVisible()
  })
})

test('signing in works without storage', async ({ openPage, site }) => {
  const page = await openPage()
  await addAuthenticator(page)
  await page.addInitScript(() => {
    const forbidden = () => {
      throw new DOMException('Storage is disabled.', 'SecurityError')
    }
    Object.defineProperty(window, 'localStorage', { get: forbidden })
    Object.defineProperty(window, 'sessionStorage', { get: forbidden })
  })
  const membership = membershipOf(site.server, site.database)
  const email = addressOf('private')
  await membership.signIn(email)
  await membership.resetCodeLimits()
  await openGatePage(page)
  await openGate(page)
  await press(page, 'Email instead')
  await requestAndEnterCode(page, email, site)
  await press(page, 'Not now')
  await expectInside(page)
  await expect(page.getByRole('button', { name: 'Members', exact: true })).toBeVisible()
})

/** Deletes the passkey of a signed-out member on the server and on the device, and opens the gate. */
async function losePasskey(
  page: Page & { authenticator: VirtualAuthenticator },
  email: string,
  site: Parameters<typeof signInAtGate>[2],
): Promise<void> {
  const { query } = membershipOf(site.server, site.database)
  await expireSession(page)
  const handles = `(select h.id from passkey_handles as h join members as m on m.id = h.member
                    where m.email = $1)`
  await query(`delete from passkeys where handle in ${handles}`, [email])
  await page.authenticator.deletePasskeys()
  await openGatePage(page)
  await openGate(page)
  await expect(errorOn(page)).toHaveText('No passkey saved yet. We’ll create one now.')
}

test('a lost passkey is registered again', { tag: '@extended' }, async ({ openPage, site }) => {
  const membership = membershipOf(site.server, site.database)
  const email = addressOf('lost')
  const page = await signInWithPasskey(await openPage(), email, site)

  await test.step('the new passkey is linked by a code', async () => {
    await losePasskey(page, email, site)
    await press(page, 'Use Face ID / Passkey')
    await expect(linkDialog(page)).toBeVisible()
    await membership.resetCodeLimits()
    await page.context().setOffline(true)
    await askForCode(page, email)
    await expect(errorOn(page)).toHaveText('Could not send code. Please try again.')
    await page.context().setOffline(false)
    await press(page, 'Send code')
    await expect(codeFieldOn(page)).toBeVisible()
    await linkByCode(page, await membership.codeTo(email))
    await expectInside(page)
  })

  await test.step('the new passkey is linked without a code soon after an authentication', async () => {
    await losePasskey(page, email, site)
    const cookies = await page.context().cookies()
    const browser = cookies.find(({ name }) => name === 'common-room-browser')?.value ?? ''
    await membership.query(
      `insert into passkey_proofs (browser, handle, ceremony)
       select $2, h.id, 'authenticate' from passkey_handles as h join members as m on m.id = h.member
        where m.email = $1`,
      [email, hashToken(browser)],
    )
    await press(page, 'Use Face ID / Passkey')
    await expectInside(page)
  })
})
