import type { Locator, Page, Route } from '@playwright/test'
import type { CardVerdict } from '../../cms/features/members/profile/contract.ts'
import { accessibilityViolations } from '../support/accessibility.ts'
import { topUpAt } from '../support/credit.ts'
import {
  addAuthenticator,
  codeFieldOn,
  dialogOn,
  errorOn,
  expectHydrated,
  expireSession,
  openProfile,
  press,
  signIn,
  toastOn,
} from '../support/gate-page.ts'
import { membershipOf } from '../support/membership.ts'
import { newsletterOf, signUpRequest } from '../support/newsletter.ts'
import { expect, test } from '../support/own-site.ts'
import { openUntilIdle, waitUntilIdle } from '../support/page-idle.ts'
import { expectFitsScreens } from '../support/screens.ts'
import { jsonRequest } from '../support/staff.ts'

test.use({
  siteName: 'membership',
  expectedErrors: [
    /status of (400|401|403|404|429)|ERR_FAILED|Failed to fetch dynamically imported/,
  ],
})

const addressOf = (name: string) => `${name}-${test.info().project.name}@venue.example`

/** Opens a member's page. Expects that the page fits every screen and has no WCAG violations. */
async function openMemberPage(page: Page, path: string): Promise<void> {
  await openUntilIdle(page, path)
  expect(await accessibilityViolations(page)).toEqual([])
  await expectFitsScreens(page)
}

test('a member opens the room and My Home, which has the card', async ({ openPage, site }) => {
  const membership = membershipOf(site.server, site.database)
  const email = addressOf('home')
  const page = await openPage()
  const authenticator = await addAuthenticator(page)
  await newsletterOf(site.server, site.database).join(
    signUpRequest(email, { name: 'Grace Hopper' }),
  )
  await signIn(page, email, site)
  const change = async (data: object) =>
    expect((await page.request.post('/api/member/profile', { data })).ok()).toBe(true)
  await change({ interests: [] })

  await test.step('the room shows what is on today, and the first steps until they are done or skipped', async () => {
    await openMemberPage(page, '/common-room/main')
    await expect(page.getByRole('heading', { name: 'From the house' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Today', exact: true })).toBeVisible()
    await expect(page.getByText(/beers on the taps/)).toBeVisible()
    const steps = page.locator('[data-first-steps]')
    await expect(steps.getByRole('listitem')).toHaveCount(2)
    await steps.getByRole('button', { name: 'Make a passkey' }).click()
    await expect(toastOn(page, 'Your passkey is saved on this device.')).toBeVisible()
    expect(await authenticator.count()).toBe(1)
    await expect(steps.locator('[data-step=passkey]')).toBeHidden()
    await steps.getByRole('button', { name: 'Skip' }).click()
    await expect(steps).toBeHidden()
    await page.reload()
    await waitUntilIdle(page)
    await expect(steps).toBeHidden()
  })
  await test.step('the page that asks for a code before an action fits every screen and is accessible', async () => {
    await openMemberPage(page, '/common-room/member/confirm')
  })
  await test.step('My Home has a greeting by time of day and the member’s interests', async () => {
    await change({ favourite_areas: ['Kitchens'], beer_styles: ['Saison'] })
    await openMemberPage(page, '/common-room/member')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      /^(Good morning|Good afternoon|Good evening|Still up), Grace$/,
    )
    await expect(page.getByRole('heading', { name: 'Your rooms' })).toBeVisible()
    // The beer is suggested, and on the list of what pours.
    await expect(page.getByText('Long Acre')).toHaveCount(2)
    await expect(page.getByText('Your style is on tap')).toBeVisible()
    await expect(page.getByText('Canteen Pale')).toHaveCount(0)
    await expect(page.getByText('Comes to you')).toBeVisible()
    await membership.query(`update subscribers set state = 'unsubscribed' where email = $1`, [
      email,
    ])
  })
  await test.step('the card’s code identifies the member, changes, and is hidden if it cannot be fetched', async () => {
    // The card also works on a phone whose clock is fast.
    await page.clock.install({ time: Date.now() + 60_000 })
    const first = page.waitForResponse('**/api/member/card')
    await page.reload()
    await expect(page.getByText('Doesn’t come to you')).toBeVisible()
    const { token } = await (await first).json()
    const path = page.locator('[data-card] path')
    await expect(path).toHaveAttribute('d', /^M/)
    await expect(page.locator('[data-card]')).toHaveAttribute('data-state', 'good')
    const before = await path.getAttribute('d')
    const body = jsonRequest('POST', { token }, site.sessions.editor)
    const verdict = await site.server.send('/api/member-card/verify', body)
    expect(verdict.json<CardVerdict>()).toMatchObject({ valid: true })
    await page.clock.runFor(21_000)
    await expect.poll(() => path.getAttribute('d')).not.toBe(before)
    // After a phone was suspended with its clock stopped, the earlier code is not shown again.
    const released = Promise.withResolvers<void>()
    const answer = (route: Route) => released.promise.then(() => route.continue())
    await page.route('**/api/member/card', answer, { times: 1 })
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(path).not.toHaveAttribute('d')
    released.resolve()
    await expect(path).toHaveAttribute('d', /^M/)
    // Without a network, this browser signs the codes itself, and shows none if it can’t.
    await page.route('**/api/member/card', (route) => route.abort())
    await page.clock.runFor(61_000)
    await expect(path).toHaveAttribute('d', /^M/)
    await page.route('**/api/check-in/device', (route) => route.abort())
    await page.evaluate(async () => {
      for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name)
    })
    await page.reload()
    await page.clock.runFor(61_000)
    await expect(page.getByText('The code can’t be fetched just now.')).toBeVisible()
  })
})

test('a member changes the profile and the address', { tag: '@extended' }, async ({
  openPage,
  site,
}) => {
  const membership = membershipOf(site.server, site.database)
  const newsletter = newsletterOf(site.server, site.database)
  const [from, to] = [addressOf('details'), addressOf('moved')]
  await newsletter.join(signUpRequest(from))
  const page = await openPage()
  await signIn(page, from, site)
  await test.step('changes are stored, also for the newsletter', async () => {
    await openMemberPage(page, '/profile')
    await expectHydrated(page)
    await page.getByLabel('Name', { exact: true }).fill('Ada Byron')
    await page.getByLabel('Phone').fill('0114 496 0184')
    await page.getByLabel('Day', { exact: true }).selectOption('7')
    await page.getByLabel('Month', { exact: true }).selectOption('November')
    const save = page.getByRole('button', { name: 'Save', exact: true })
    // After any change the save button is on the screen.
    await expect(save).toBeInViewport()
    for (const group of [
      'Interests',
      'Favourite rooms',
      'When you like to come',
      'Beers you like',
    ]) {
      await page.locator('summary', { hasText: group }).click()
    }
    await page.getByLabel('Film & Cinema').check()
    await page.getByRole('group', { name: 'Favourite rooms' }).getByLabel('Cafe').check()
    await page.getByLabel(/^Evening/).check()
    await page.getByLabel('Stout').check()
    await expect(page.locator('summary', { hasText: 'Beers you like' })).toContainText('Stout')
    await expect(save).toBeInViewport()
    expect(await accessibilityViolations(page)).toEqual([])
    // Leaving by a link or by *Back* opens a confirmation.
    const questions: string[] = []
    page.on('dialog', (dialog) => {
      questions.push(dialog.message())
      void dialog.dismiss()
    })
    await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/cafe"]')?.click())
    expect(questions).toEqual(['Your changes aren’t saved. Leave without them?'])
    await page.evaluate(() => history.back())
    await expect.poll(() => questions.length).toBe(2)
    await expect(page).toHaveURL(/\/profile$/)
    await expect(page.getByLabel('Stout')).toBeChecked()
    await save.click()
    await expect(toastOn(page, 'Saved.')).toBeVisible()
    await expect(page.getByText('Not saved yet')).toHaveCount(0)
    await page.reload()
    await waitUntilIdle(page)
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ada Byron')
    await expect(page.getByLabel('Month', { exact: true })).toHaveValue('11')
    await expect(page.getByLabel('Stout')).toBeChecked()
    expect(await newsletter.subscriber(from)).toMatchObject({
      name: 'Ada Byron',
      interests: ['Cooking Classes', 'Film & Cinema'],
    })
  })
  await test.step('an error is shown at its field', async () => {
    const phone = page.getByLabel('Phone')
    // The bar with the save button covers neither a field at the bottom of the screen nor the field's error.
    await phone.evaluate((field) => {
      const { bottom } = field.getBoundingClientRect()
      scrollBy({ top: bottom - innerHeight, behavior: 'instant' })
    })
    const isAboveBar = async (element: Locator) => {
      const [box, bar] = [
        await element.boundingBox(),
        await page.locator('.save-bar').boundingBox(),
      ]
      return box !== null && bar !== null && box.y + box.height <= bar.y
    }
    await phone.fill('none')
    await expect.poll(() => isAboveBar(phone)).toBe(true)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(phone).toBeFocused()
    await expect
      .poll(() => isAboveBar(page.locator('.form-field', { has: phone }).getByRole('alert')))
      .toBe(true)
    await expect(phone).toHaveAttribute('aria-invalid', 'true')
    await expect(phone).toHaveAccessibleDescription(/^Write a phone number/)
    // The error is below its own field, not below the neighbouring field.
    await expect(page.locator('.form-field', { has: phone }).getByRole('alert')).toBeVisible()
    // An error that only the server detects is also shown at the field.
    await phone.fill('0114 496 0184')
    const refused = { error: 'bad_request', message: 'Not that name.', field: 'name' }
    const refuse = (route: Route) => route.fulfill({ status: 400, json: refused })
    await page.route('**/api/member/profile', refuse, { times: 1 })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
    await expect(page.getByLabel('Name', { exact: true })).toHaveAccessibleDescription(
      'Not that name.',
    )
    await phone.fill('0114 496 0184')
    await page.getByLabel('Day', { exact: true }).selectOption('30')
    await page.getByLabel('Month', { exact: true }).selectOption('February')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const problem = page.getByRole('alert').filter({ hasText: 'no day of the year' })
    await expect(problem).toBeVisible()
    await expect(page.getByLabel('Day', { exact: true })).toBeFocused()
    // An incomplete birthday does not delete the stored one.
    await page.getByLabel('Day', { exact: true }).selectOption('7')
    await page.getByLabel('Month', { exact: true }).selectOption('')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(problem).toBeVisible()
    page.removeAllListeners('dialog')
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await waitUntilIdle(page)
    await expect(page.getByLabel('Month', { exact: true })).toHaveValue('11')
  })
  await test.step('a change of address needs codes from both addresses', async () => {
    await membership.resetCodeLimits()
    const part = page.getByRole('region', { name: 'Email' })
    await part.scrollIntoViewIfNeeded()
    await part.getByLabel('New email').fill('nobody')
    await part.getByRole('button', { name: 'Send codes' }).click()
    await expect(part.getByRole('alert')).toHaveText('Please enter a valid email.')
    await part.getByLabel('New email').fill(to)
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/member/email')) requests.push(request.url())
    })
    // The button is pressed twice before the page reacts.
    await part.getByRole('button', { name: 'Send codes' }).evaluate((button: HTMLElement) => {
      button.click()
      button.click()
    })
    await expect(part.getByRole('status')).toContainText('Two codes are on their way.')
    expect(requests).toHaveLength(1)
    await expect(part.getByLabel('Code from the old address')).toBeFocused()
    // After an accidental *Back* the message explains how to reach the fields again.
    await part.getByRole('button', { name: 'Back' }).click()
    await part.getByLabel('New email').fill(`x${to}`)
    await part.getByRole('button', { name: 'Send codes' }).click()
    await expect(part.getByRole('alert')).toContainText(`write their address again: ${to}`)
    await page.reload()
    await waitUntilIdle(page)
    await expectHydrated(page)
    await part.getByLabel('New email').fill(to)
    await part.getByRole('button', { name: 'Send codes' }).click()
    await part.getByRole('button', { name: 'Send new codes' }).click()
    await expect(part.getByRole('alert')).toContainText('Codes have just gone out.')
    await expect(part.getByLabel('Code from the old address')).toBeFocused()
    const codeIn = async (address: string) => {
      const mails = await membership.mailsTo(address)
      return /^(\d{6})/.exec(mails.at(-1)?.subject ?? '')?.[1] ?? ''
    }
    await part.getByLabel('Code from the old address').fill(await codeIn(from))
    await part.getByRole('button', { name: 'Change it' }).click()
    await expect(part.getByRole('alert')).toContainText('from your new address')
    await expect(part.getByLabel('Code from the new address')).toBeFocused()
    await part.getByLabel('Code from the new address').fill(await codeIn(to))
    await part.getByRole('button', { name: 'Change it' }).click()
    await expect(toastOn(page, 'Your email is changed.')).toBeVisible()
    await expect(part.getByText(to)).toBeVisible()
  })
  await test.step('after the session ended, saving leads to the gate, with the page as `back` in the URL', async () => {
    await expireSession(page)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page).toHaveURL(/\/common-room\?back=%2Fprofile$/)
  })
})

test('a member manages passkeys and sessions', async ({ openPage, site }) => {
  const membership = membershipOf(site.server, site.database)
  const email = addressOf('devices')
  const page = await openPage()
  const authenticator = await addAuthenticator(page)
  const otherBrowser = await membership.signIn(email)
  await signIn(page, email, site)
  await openProfile(page)
  const devices = page.getByRole('region', { name: 'Devices' })
  await test.step('a session is ended on another device', async () => {
    await devices.scrollIntoViewIfNeeded()
    await expect(devices.getByText('This one')).toHaveCount(2)
    const sessions = devices.getByRole('list').first().getByRole('listitem')
    await expect(sessions).toHaveCount(2)
    await sessions
      .filter({ hasNotText: 'This one' })
      .getByRole('button', { name: /^Sign out/ })
      .click()
    await expect(toastOn(page, 'Signed out there.')).toBeVisible()
    await expect(sessions).toHaveCount(1)
    await expect(devices.getByRole('heading', { name: 'Signed in' })).toBeFocused()
    expect((await otherBrowser.visitor.get('/api/auth/user')).status).toBe(401)
  })
  await test.step('passkeys are added, renamed and removed', async () => {
    const part = page.getByRole('region', { name: 'Passkeys' })
    await part.scrollIntoViewIfNeeded()
    await expect(part.getByText('You have none yet.')).toBeVisible()
    await part.getByRole('button', { name: 'Make a passkey on this device' }).click()
    await expect(toastOn(page, 'Your passkey is saved on this device.')).toBeVisible()
    await expect(part.getByText('This device only')).toBeVisible()
    expect(await authenticator.count()).toBe(1)
    await part.getByRole('button', { name: /^Rename/ }).click()
    await expect(part.getByLabel('New name')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(part.getByRole('button', { name: /^Rename/ })).toBeFocused()
    await page.keyboard.press('Enter')
    await part.getByLabel('New name').fill('My phone')
    await part.getByRole('button', { name: 'Save' }).click()
    await expect(part.getByRole('heading', { name: 'My phone' })).toBeVisible()
    expect(await accessibilityViolations(page)).toEqual([])
    await part.getByRole('button', { name: 'Remove My phone' }).click()
    await expect(part.getByText('It opens nothing from then on.')).toBeVisible()
    await expect(part.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(part.getByRole('button', { name: 'Remove My phone' })).toBeFocused()
    await page.keyboard.press('Enter')
    const requests: string[] = []
    const pressedTwice = Promise.withResolvers<void>()
    await page.route('**/api/member/passkeys/remove', async (route) => {
      requests.push(route.request().url())
      await pressedTwice.promise
      await route.continue()
    })
    // The button is pressed twice on a slow connection.
    await part.getByRole('button', { name: 'Yes, remove it' }).dblclick()
    await expect(part.getByRole('button', { name: 'Yes, remove it' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    pressedTwice.resolve()
    await expect(part.getByText('You have none yet.')).toBeVisible()
    await expect(part.getByRole('button', { name: /^Make a passkey/ })).toBeFocused()
    expect(requests).toHaveLength(1)
    const handle = () => page.evaluate(() => localStorage.getItem('common-room-user-handle'))
    expect(await handle()).toBeNull()
  })

  const expireProof = () =>
    membership.query(`update member_sessions set proved_at = now() - interval '1 hour'`)
  await test.step('five minutes after signing in, the download needs a proof', async () => {
    await expireProof()
    const proof = dialogOn(page, 'Is it you?')
    const link = page.getByRole('link', { name: 'Download as JSON' })
    await link.click()
    await expect(proof.getByText(`We’ll send a code to ${email}.`)).toBeVisible()
    await expect(proof.getByRole('button', { name: 'Send code' })).toBeFocused()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(proof).toHaveCount(0)
    await expect(toastOn(page, 'That didn’t work')).toContainText('Authentication was cancelled.')
    await expect(link).toBeFocused()
    await page.keyboard.press('Enter')
    await press(page, 'Send code')
    await expect(codeFieldOn(page)).toBeFocused()
    const code = await membership.codeTo(email)
    await codeFieldOn(page).fill(code === '111111' ? '222222' : '111111')
    await expect(errorOn(page)).toHaveText('Invalid or expired code. Please try again.')
    const download = page.waitForEvent('download')
    await codeFieldOn(page).fill(code)
    expect((await download).suggestedFilename()).toBe('common-room.json')
    await expect(proof).toHaveCount(0)
  })
  await test.step('signing out everywhere with the removal of passkeys needs a proof', async () => {
    await page.getByRole('button', { name: 'Make a passkey on this device' }).click()
    await expect(page.getByRole('region', { name: 'Passkeys' }).getByRole('listitem')).toHaveCount(
      1,
    )
    await expireProof()
    await devices.getByRole('button', { name: 'Sign out everywhere' }).click()
    await expect(devices.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(devices.getByRole('button', { name: 'Sign out everywhere' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(devices.getByRole('button', { name: 'Cancel' })).toBeFocused()
    const passkeys = devices.locator('[type=checkbox]:not([name=overlay])')
    const [passkey] = await passkeys.all()
    expect(await passkeys.count()).toBe(1)
    await passkey?.check()
    expect(await accessibilityViolations(page)).toEqual([])
    await devices.getByRole('button', { name: 'Remove them and sign out everywhere' }).click()
    await press(page, 'Use Face ID / Passkey')
    await expect(page.getByText('You have been signed out.')).toBeVisible()
    const ofMember = `handle in (select h.id from passkey_handles as h join members as m on m.id = h.member
                             where m.email = $1)`
    expect(await membership.count('passkeys', ofMember, [email])).toBe(0)
  })
})

test('consents are shown, data is downloaded, and the deletion is requested and cancelled', {
  tag: '@extended',
}, async ({ openPage, site }) => {
  const email = addressOf('ends')
  await newsletterOf(site.server, site.database).join(signUpRequest(email))
  const page = await openPage()
  await signIn(page, email, site)
  await topUpAt(site.database, email, 1250)
  await openProfile(page)
  await expect(page.getByText('You asked for our letter')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download as JSON' }).click()
  expect((await download).suggestedFilename()).toBe('common-room.json')
  const part = page.getByRole('region', { name: 'Yours to take, or to end' })
  await expect(part.getByText('£12.50')).toBeVisible()
  await part.getByRole('button', { name: 'Delete my account' }).click()
  await expect(part.getByText('Are you sure?')).toBeVisible()
  for (const key of ['Enter', 'Escape']) {
    await expect(part.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press(key)
    await expect(part.getByRole('button', { name: 'Delete my account' })).toBeFocused()
    await page.keyboard.press('Enter')
  }
  await part.getByRole('button', { name: 'Yes, delete it all' }).click()
  await expect(part.getByText('Your account is deleted on')).toBeVisible()
  await expect(part.getByRole('button', { name: 'I’ve changed my mind' })).toBeFocused()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.goto('/common-room/member')
  await expect(page.getByText('Your account is deleted on')).toBeVisible()
  await page.getByRole('link', { name: 'Changed your mind?' }).click()
  await expect(page.getByRole('region', { name: 'Yours to take, or to end' })).toBeVisible()
  await expectHydrated(page)
  await page.getByRole('button', { name: 'I’ve changed my mind' }).click()
  await expect(toastOn(page, 'Your account stays.')).toBeVisible()

  const devices = page.getByRole('region', { name: 'Devices' })
  await test.step('without passkeys, signing out everywhere needs one press', async () => {
    await devices.getByRole('button', { name: 'Sign out everywhere' }).click()
    await expect(page.getByText('You have been signed out.')).toBeVisible()
    await page.goto('/profile')
    await expect(page).toHaveURL(/\/common-room\?back=/)
  })
})

test('a form submitted before hydration does not put values into the URL', {
  tag: '@extended',
}, async ({ openPage, site }) => {
  const page = await openPage()
  // The scripts of the islands are never loaded, not even by preloading.
  await page.context().route(/_astro\/(DetailsForm|EmailChange)/, (route) => route.abort())
  await signIn(page, addressOf('early'), site)
  await page.goto('/profile')
  await page.getByLabel('Name', { exact: true }).fill('Ada Byron')
  await page.getByLabel('New email').fill(addressOf('later'))
  for (const field of ['Name', 'New email']) {
    await page.getByLabel(field, { exact: true }).press('Enter')
  }
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Send codes' })).toBeDisabled()
  await expect(page).toHaveURL(/\/profile$/)
})
