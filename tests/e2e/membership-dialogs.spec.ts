import type { Page } from '@playwright/test'
import { startDebounceMs } from '../../islands/members/gate/state.ts'
import { accessibilityViolations } from '../support/accessibility.ts'
import {
  addAuthenticator,
  answerFromNextCode,
  askForCode,
  codeFieldOn,
  errorOn,
  expectInside,
  expireSession,
  forgetBrowser,
  linkByCode,
  linkDialog,
  openGate,
  openGatePage,
  passkeyDialog,
  press,
  signInDialog,
  signInWithPasskey,
  toastOn,
  waitForAutofillOptions,
} from '../support/gate-page.ts'
import { membershipOf } from '../support/membership.ts'
import { newsletterOf, signUpRequest } from '../support/newsletter.ts'
import { expect, test } from '../support/own-site.ts'
import { openUntilIdle, waitUntilIdle } from '../support/page-idle.ts'
import { jsonRequest } from '../support/staff.ts'

test.use({ siteName: 'membership', expectedErrors: [/status of (400|403|404|429|503)/] })

const addressOf = (name: string) => `${name}-${test.info().project.name}@venue.example`

// Forms and buttons need names, because analytics shows these names.
const namelessOn = (page: Page) => page.locator('dialog :is(form, [type=button]):not([name])')

test('the sign-in by email explains what is wrong', { tag: '@extended' }, async ({
  openPage,
  site,
}) => {
  const membership = membershipOf(site.server, site.database)
  const email = addressOf('words')
  const page = await openPage()
  await openGatePage(page)
  await openGate(page)

  await test.step('the passkey dialog is accessible', async () => {
    expect(await accessibilityViolations(page)).toEqual([])
    await expect(namelessOn(page)).toHaveCount(0)
  })

  await test.step('an address is missing or invalid', async () => {
    await press(page, 'Email instead')
    await expect(signInDialog(page).getByLabel('Email', { exact: true })).toHaveAttribute(
      'autocomplete',
      'username webauthn',
    )
    await press(page, 'Send code')
    await expect(toastOn(page, 'Email required')).toContainText('Please enter your email address.')
    await expect(errorOn(page)).toHaveText('The address is missing.')
    expect(await accessibilityViolations(page)).toEqual([])
    await expect(namelessOn(page)).toHaveCount(0)
    await askForCode(page, 'nobody')
    await expect(toastOn(page, 'Validation error')).toContainText('Please enter a valid email.')
  })

  await test.step('an address is not allowed', async () => {
    const restrict = async (email_domains: string[]) => {
      const body = jsonRequest('POST', { email_domains }, site.sessions.admin)
      expect((await site.server.send('/api/globals/membership', body)).status).toBe(200)
    }
    await restrict(['elsewhere.example'])
    try {
      await expect(async () => {
        await askForCode(page, addressOf('denied'))
        await expect(toastOn(page, 'Access denied')).toContainText(
          'This email address is not authorized.',
        )
      }).toPass()
    } finally {
      await restrict([])
    }
    expect(await membership.mailsTo(addressOf('denied'))).toEqual([])
  })

  await test.step('at the rate limit the dialog shows how long to wait', async () => {
    const data = { email: addressOf('too-soon') }
    await membership.signIn(data.email)
    // Requests a code in this browser, because requests of other browsers do not count.
    expect((await page.request.post('/api/auth/code', { data })).status()).toBe(200)
    await askForCode(page, data.email)
    await expect(toastOn(page, 'Authentication failed')).toContainText('A code was just sent.')
    await expect(signInDialog(page)).toBeVisible()
  })

  await test.step('a suspended member sees the reason', async () => {
    const suspended = addressOf('suspended')
    await membership.signIn(suspended)
    await membership.resetCodeLimits()
    await membership.query('update members set suspended_at = now() where email = $1', [suspended])
    await askForCode(page, suspended)
    await expect(toastOn(page, 'Code sent!')).toBeVisible()
    await codeFieldOn(page).fill(await membership.codeTo(suspended))
    await expect(toastOn(page, 'Verification failed')).toContainText(
      'This membership is suspended.',
    )
    await press(page, 'Back')
    await membership.resetCodeLimits()
  })

  await test.step('a code is incomplete or wrong', async () => {
    await askForCode(page, email)
    const field = codeFieldOn(page)
    await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
    await expect(field).toHaveAttribute('inputmode', 'numeric')
    expect(await accessibilityViolations(page)).toEqual([])
    await expect(namelessOn(page)).toHaveCount(0)
    await field.fill('12345')
    await press(page, 'Sign in')
    await expect(toastOn(page, 'Code required')).toContainText(
      'Please enter the 6-digit code from your email.',
    )
    const code = await membership.codeTo(email)
    await field.fill(code === '111111' ? '222222' : '111111')
    await expect(toastOn(page, 'Invalid code')).toContainText(
      'It may be mistyped or too old. Try again, or send a new one.',
    )
    await expect(errorOn(page)).toHaveText('This code does not work.')
    await expect(field).toBeFocused()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    // Typing replaces the invalid code.
    await field.pressSequentially('33333')
    await expect(field).toHaveValue('33333')

    await press(page, 'Back')
    await expect(signInDialog(page).getByLabel('Email', { exact: true })).toHaveValue(email)
    await expect(signInDialog(page).getByLabel('Email', { exact: true })).toBeFocused()
    // The code that was just sent is still valid.
    await press(page, 'Send code')
    await expect(field).toHaveValue('')
    await expect(
      page.getByRole('dialog').getByRole('button', { name: /New code in/ }),
    ).toBeVisible()
    await field.fill(code)
    await expectInside(page)
  })
})

test('a code is entered without suggested passkeys, and is pasted in any format', async ({
  openPage,
  site,
}) => {
  const membership = membershipOf(site.server, site.database)
  const email = addressOf('pasted')
  const page = await openPage()
  const authenticator = await addAuthenticator(page)
  await authenticator.setAnswering(false)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install()
  await openGatePage(page)
  await openGate(page)

  await test.step('no passkey is suggested in the code field', async () => {
    const suggested = page.waitForResponse('**/api/webauthn-auth-options')
    await press(page, 'Email instead')
    await suggested
    await askForCode(page, addressOf('slow-code'))
    await expect(codeFieldOn(page)).toBeVisible()
    await page.clock.runFor(5 * 60_000)
    await waitUntilIdle(page)
    await expect(errorOn(page)).toHaveCount(0)
    const again = page.waitForRequest('**/api/webauthn-auth-options')
    await press(page, 'Back')
    await again
  })

  await test.step('a code is pasted in any format', async () => {
    await membership.resetCodeLimits()
    await askForCode(page, email)
    await expect(codeFieldOn(page)).toBeFocused()
    const code = await membership.codeTo(email)
    // A click outside closes the dialog. When it is opened again, it shows the code field.
    await page.mouse.click(4, 4)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.clock.fastForward(startDebounceMs)
    await openGate(page)
    await press(page, 'Email instead')
    await expect(codeFieldOn(page)).toBeFocused()
    // The dialog also shows the code field after a reload, as when a phone discards a background tab.
    await openGatePage(page)
    await openGate(page)
    await press(page, 'Email instead')
    await expect(codeFieldOn(page)).toBeFocused()
    await page.evaluate(
      (text) => navigator.clipboard.writeText(text),
      `${code.slice(0, 3)} ${code.slice(3)} is your code`,
    )
    await page.route('**/api/auth/verify', async (route) => {
      await expect(codeFieldOn(page)).toHaveValue(code)
      await expect(page.locator('.room-slots > span')).toHaveText([...code])
      await route.continue()
    })
    // The form is submitted as soon as the field has six digits.
    await page.keyboard.press('Control+V')
    await press(page, 'Not now')
    await expectInside(page)
  })
})

test('a passkey is linked by a code, also in a shared browser', async ({ openPage, site }) => {
  const newsletter = newsletterOf(site.server, site.database)
  const membership = membershipOf(site.server, site.database)
  const page = await openPage()
  const authenticator = await addAuthenticator(page)
  await openGatePage(page)
  await openGate(page)
  await press(page, 'Use Face ID / Passkey')
  await expect(linkDialog(page)).toBeVisible()

  await test.step('the link dialog explains invalid addresses and codes', async () => {
    const email = addressOf('linking')
    await newsletter.join(signUpRequest(email))
    expect(await accessibilityViolations(page)).toEqual([])
    await askForCode(page, 'nobody@venue')
    await expect(errorOn(page)).toHaveText('Please enter a valid email.')
    await askForCode(page, addressOf('no-letter'))
    await expect(errorOn(page)).toHaveText('That email is not an active subscriber.')
    await expect(linkDialog(page).getByRole('link', { name: /Get the letter/ })).toHaveAttribute(
      'href',
      '/subscribe',
    )
    expect(await accessibilityViolations(page)).toEqual([])
    await askForCode(page, email)
    await expect(codeFieldOn(page)).toBeVisible()
    await codeFieldOn(page).fill('123')
    await press(page, 'Link')
    await expect(errorOn(page)).toHaveText('Enter the 6‑digit code from your email.')
    const code = await membership.codeTo(email)
    await codeFieldOn(page).fill(code === '111111' ? '222222' : '111111')
    await expect(errorOn(page)).toHaveText('Invalid or expired code. Please try again.')
    expect(await accessibilityViolations(page)).toEqual([])
    await press(page, 'Back')
    await expect(linkDialog(page).getByLabel('Email', { exact: true })).toHaveValue(email)
    await press(page, 'Send code')
    await press(page, 'Cancel')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    // After cancelling, the dialog starts with an empty address.
    await authenticator.setAnswering(false)
    await openGate(page)
    await expect(linkDialog(page).getByLabel('Email', { exact: true })).toHaveValue('')
  })

  await test.step('in a shared browser the passkey is shown and used before linking, or a new one is registered', async () => {
    const email = addressOf('tablet')
    await newsletter.join(signUpRequest(email))
    // The next person opens another tab: this one has not made the passkey.
    await page.evaluate(() => sessionStorage.removeItem('common-room-registered-at'))
    const [stranger] = await membership.query<{ credential: string; created_at: Date }>(
      'select credential, created_at from passkeys order by id desc limit 1',
    )
    // User verification fails for the next person with the stranger's passkey.
    await authenticator.setUserVerified(false)
    await membership.resetCodeLimits()
    await answerFromNextCode(page, authenticator)
    await askForCode(page, email)
    await expect(codeFieldOn(page)).toBeVisible()
    await codeFieldOn(page).fill(await membership.codeTo(email))
    const use = linkDialog(page).getByRole('button', { name: 'Use this passkey' })
    await expect(use).toBeFocused()
    await expect(linkDialog(page).getByRole('listitem')).toHaveCount(1)
    await expect(linkDialog(page).locator('time')).toHaveAttribute(
      'datetime',
      stranger?.created_at.toISOString() ?? '',
    )
    await expect(linkDialog(page).locator('time')).toHaveText(
      /^\w{3} \d+ \w+, ([\d.]+[ap]m|noon|midnight)$/,
    )
    expect(await accessibilityViolations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await expect(errorOn(page)).toHaveText(
      'Biometric prompt was closed or timed out. Please try again.',
    )
    await authenticator.setUserVerified(true)
    await press(page, 'Not mine: make a new one')
    // The code stays valid: it belongs to the handle, and the new passkey has the same handle.
    await expect(codeFieldOn(page)).toBeVisible()
    await linkByCode(page, await membership.codeTo(email))
    await expectInside(page)
    const linked = await membership.query(
      `select credential from passkeys as p join passkey_handles as h on h.id = p.handle
         join members as m on m.id = h.member where m.email = $1`,
      [email],
    )
    expect(linked).toHaveLength(1)
    expect(linked[0]?.credential).not.toBe(stranger?.credential)
  })
})

test('the footer links a passkey on every page', { tag: '@extended' }, async ({
  openPage,
  site,
}) => {
  const newsletter = newsletterOf(site.server, site.database)
  const membership = membershipOf(site.server, site.database)
  const email = addressOf('foot')
  await newsletter.join(signUpRequest(email))
  const page = await openPage()
  const authenticator = await addAuthenticator(page)
  const link = page.getByRole('link', { name: 'Link Membership' })

  await test.step('Link Membership asks for the passkey first, and says when it is linked already', async () => {
    await openUntilIdle(page, '/cafe')
    await link.click()
    await expect(passkeyDialog(page)).toBeVisible()
    expect(await accessibilityViolations(page)).toEqual([])
    await press(page, 'Use Face ID / Passkey')
    await expect(linkDialog(page)).toBeVisible()
    await expect(
      page.getByRole('dialog').getByRole('button', { name: 'Email instead' }),
    ).toHaveCount(0)
    await askForCode(page, email)
    await expect(codeFieldOn(page)).toBeVisible()
    await linkByCode(page, await membership.codeTo(email))
    await expect(toastOn(page, 'Membership Linked')).toBeVisible()
    await expect(page).toHaveURL(/\/cafe$/)
    const foot = page.getByRole('contentinfo')
    await expect(foot.getByText('joining is free')).toBeHidden()
    await expect(foot.getByRole('link', { name: 'Go in' })).toBeVisible()
    await link.click()
    await expect(linkDialog(page)).toContainText(
      'This device is linked to your membership already.',
    )
    expect(await accessibilityViolations(page)).toEqual([])
    await press(page, 'Go in')
    await expectInside(page)
  })

  await test.step('after linking again, the same page stays open', async () => {
    await expireSession(page)
    await page.context().clearCookies({ name: 'common-room-trust' })
    await authenticator.setAnswering(false)
    await openUntilIdle(page, '/beer')
    const autofill = waitForAutofillOptions(page)
    await link.click()
    await autofill
    await membership.resetCodeLimits()
    await answerFromNextCode(page, authenticator)
    await askForCode(page, email)
    await expect(codeFieldOn(page)).toBeVisible()
    await linkByCode(page, await membership.codeTo(email))
    await expect(toastOn(page, 'Membership Linked')).toBeVisible()
    await expect(page).toHaveURL(/\/beer$/)
    await expect(page.getByRole('button', { name: 'Members', exact: true })).toBeVisible()
  })
})

test('a passkey opens the room in a browser that has stored nothing, and no second passkey is made', async ({
  openPage,
  site,
}) => {
  const page = await signInWithPasskey(await openPage(), addressOf('synced'), site)

  await test.step('an autofilled passkey', async () => {
    await expireSession(page)
    await page.evaluate(() => localStorage.clear())
    await openGatePage(page)
    await openGate(page)
    await press(page, 'Email instead')
    await expectInside(page)
  })

  await test.step('a synced passkey', async () => {
    await forgetBrowser(page)
    await openGatePage(page)
    await openGate(page)
    await press(page, 'Use Face ID / Passkey')
    await expectInside(page)
    expect(await page.authenticator.count()).toBe(1)
  })
})
