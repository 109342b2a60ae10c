import type { Locator, Page } from '@playwright/test'
import type { SessionReply } from '../../cms/features/members/contract.ts'
import type {
  PendingLinkReply,
  RegisterOptionsReply,
} from '../../cms/features/members/passkeys/contract.ts'
import { membershipOf } from './membership.ts'
import { newsletterOf, signUpRequest } from './newsletter.ts'
import { openUntilIdle, waitUntilIdle } from './page-idle.ts'
import { relyingPartyOf } from './passkeys.ts'
import type { Server } from './server.ts'
import { expect } from './test.ts'

/** A virtual platform authenticator: Face ID, a fingerprint, Windows Hello. */
export type VirtualAuthenticator = {
  /** Sets whether it answers prompts automatically. If it does not, they stay open. */
  setAnswering: (isAnswering: boolean) => Promise<void>
  /** Sets whether user verification succeeds. */
  setUserVerified: (isUserVerified: boolean) => Promise<void>
  /** The number of passkeys that it stores. */
  count: () => Promise<number>
  /** Deletes its passkeys. */
  deletePasskeys: () => Promise<void>
}

/** Enables WebAuthn in a page and adds a platform authenticator. */
export async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const session = await enableWebAuthn(page)
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    setAnswering: async (enabled) => {
      await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
    },
    setUserVerified: async (isUserVerified) => {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
    count: async () => {
      const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId })
      return credentials.length
    },
    deletePasskeys: async () => {
      await session.send('WebAuthn.clearCredentials', { authenticatorId })
    },
  }
}

/** Enables WebAuthn in a page without any authenticator. */
export async function enableWebAuthn(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  return session
}

/** Opens the gate's page and waits until its script is loaded. */
export async function openGatePage(page: Page, path = '/common-room'): Promise<void> {
  await openUntilIdle(page, path)
  await expect(page.locator('html')).toHaveAttribute('data-loaded')
}

/** Waits until every island of the page is hydrated. */
export const expectHydrated = (page: Page): Promise<void> =>
  expect(page.locator('main astro-island[ssr]')).toHaveCount(0)

/** Opens a member's profile and waits until its islands are hydrated. */
export async function openProfile(page: Page): Promise<void> {
  await openUntilIdle(page, '/profile')
  await expectHydrated(page)
}

export const openGate = (page: Page): Promise<void> =>
  page.getByRole('button', { name: /^(Sign in here|Go in)$/ }).click()

type Stroke = [x: number, y: number][]

/** Points along a line, both ends included. */
export const line = (from: [number, number], to: [number, number], count = 14): Stroke =>
  Array.from({ length: count }, (_, index) => {
    const part = index / (count - 1)
    return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part]
  })

/** The points of the gesture that opens the gate, starting at a position. */
export const gateGesture = (x = 70, y = 330): Stroke => [
  ...line([x, y], [x + 150, y + 4]),
  ...line([x + 150, y + 4], [x + 158, y + 150]),
]

/** Draws a stroke, with a finger on a touch screen, else with the mouse. */
export async function draw(page: Page, stroke: Stroke, isTouch: boolean): Promise<void> {
  const [[x, y] = [0, 0], ...rest] = stroke
  if (!isTouch) {
    await page.mouse.move(x, y)
    await page.mouse.down()
    for (const [toX, toY] of rest) await page.mouse.move(toX, toY)
    await page.mouse.up()
    return
  }
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Stroke) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(([toX, toY]) => ({ x: toX, y: toY })),
    })
  await touch('touchStart', [[x, y]])
  for (const point of rest) await touch('touchMove', [point])
  await touch('touchEnd', [])
  // The session is not detached, because ending it would remove the page's authenticator.
}

export const dialogOn = (page: Page, name: string): Locator =>
  page.getByRole('dialog', { name, exact: true })
export const passkeyDialog = (page: Page) => dialogOn(page, 'Unlock The Common Room')
export const linkDialog = (page: Page) => dialogOn(page, 'Link Membership')
export const signInDialog = (page: Page) => dialogOn(page, 'Sign in with email')

export const toastOn = (page: Page, title: string): Locator =>
  page.locator('.ui-toast', { has: page.getByText(title, { exact: true }) })

/** Presses a button of the open dialog. */
export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

/** The error message of the open dialog. */
export const errorOn = (page: Page): Locator => page.getByRole('dialog').getByRole('alert')

/** Writes an address into the open dialog and requests a code. */
export async function askForCode(page: Page, email: string): Promise<void> {
  await page.getByRole('dialog').getByLabel('Email', { exact: true }).fill(email)
  await press(page, 'Send code')
}

/**
 * Makes the authenticator answer prompts from the moment when the next link code is requested. The autofill request of
 * the address field begins earlier, so it is not answered and stays open.
 */
export const answerFromNextCode = (
  page: Page,
  authenticator: VirtualAuthenticator,
): Promise<unknown> =>
  page.route(
    '**/api/start-membership-link',
    async (route) => {
      await authenticator.setAnswering(true)
      await route.continue()
    },
    { times: 1 },
  )

export const codeFieldOn = (page: Page): Locator =>
  page.getByRole('dialog').getByLabel('Code', { exact: true })

/** Enters the code in the link dialog, and then uses the passkey, unless it was made in this tab a short time ago. */
export async function linkByCode(page: Page, code: string): Promise<void> {
  await codeFieldOn(page).fill(code)
  const use = page.getByRole('button', { name: 'Use this passkey' })
  await expect(use.or(page.getByText('Membership Linked')).first()).toBeVisible()
  if (await use.isVisible()) await use.click()
}

/** Expects that the member is signed in and has seen the welcome. `more`: what else the same toast says. */
export async function expectInside(
  page: Page,
  path = '/common-room/main',
  more = '',
): Promise<void> {
  // The page checks each frame itself. The toast shows for two seconds, which repeated checks by the test could miss on
  // a busy machine.
  await page.waitForFunction(
    (texts) =>
      [...document.querySelectorAll('.ui-toast')].some(({ textContent }) =>
        texts.every((text) => textContent?.includes(text)),
      ),
    ['Access Granted', 'Welcome to The Common Room, for Common People', more],
  )
  await expect(page).toHaveURL(new RegExp(`${path}$`))
}

/**
 * Expires the session: removes its cookie, the stored session and the time of the last passkey
 * registration. Waits until the page is idle, because a page that is restoring its session would be refused.
 */
export async function expireSession(page: Page): Promise<void> {
  await waitUntilIdle(page)
  await page.context().clearCookies({ name: 'common-room-session' })
  await page.evaluate(() => {
    localStorage.removeItem('common-room-session')
    sessionStorage.removeItem('common-room-registered-at')
  })
}

type Site = { server: Server; database: string }

/** Removes everything that the site stored in the browser, on a page without the site's scripts. */
export async function forgetBrowser(page: Page): Promise<void> {
  await page.goto('/robots.txt')
  await page.context().clearCookies()
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
}

/**
 * Signs in a member whose browser has a passkey that is linked to their address. The browser stores what the gate's
 * dialogs would store. Afterwards no page of the site is open.
 */
export async function signInWithPasskey(
  page: Page,
  email: string,
  { server, database }: Site,
): Promise<Page & { authenticator: VirtualAuthenticator }> {
  await newsletterOf(server, database).join(signUpRequest(email))
  const authenticator = await addAuthenticator(page)
  const context = relyingPartyOf(server.url)
  const post = async <Reply>(name: string, data: object): Promise<Reply> => {
    const headers = { origin: server.url }
    const response = await page.request.post(`/api/${name}`, { data, headers })
    expect(response.ok(), await response.text()).toBe(true)
    return response.json()
  }
  await page.goto('/robots.txt')
  const { options, userHandle } = await post<RegisterOptionsReply>('webauthn-register-options', {
    ...context,
    displayName: email,
  })
  const attResp = await page.evaluate(async (given) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(given as never)
    const made = await navigator.credentials.create({ publicKey })
    return (made as PublicKeyCredential).toJSON()
  }, options)
  await post('webauthn-register-verify', { ...context, userHandle, attResp })
  await post('start-membership-link', { userHandle, email })
  const link = { userHandle, email, code: await membershipOf(server, database).codeTo(email) }
  const pending = await post<PendingLinkReply>('verify-membership-link', link)
  const authResp = await page.evaluate(async (given) => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(given as never)
    const used = await navigator.credentials.get({ publicKey })
    return (used as PublicKeyCredential).toJSON()
  }, pending.options)
  const session = await post<SessionReply>('verify-membership-link', { ...link, authResp })
  await page.evaluate(
    ([handle, signedIn]) => {
      const local = {
        'common-room-user-handle': handle,
        'common-room-has-credentials': true,
        'common-room-trusted-at': Date.now(),
        'common-room-session': signedIn,
      }
      for (const [name, value] of Object.entries(local)) {
        localStorage.setItem(name, JSON.stringify(value))
      }
      sessionStorage.setItem('common-room-registered-at', String(Date.now()))
    },
    [userHandle, session] as const,
  )
  return Object.assign(page, { authenticator })
}

/** Like `signInWithPasskey`, but opens the member page. */
export async function openAsLinkedMember(
  page: Page,
  email: string,
  site: Site,
): Promise<Page & { authenticator: VirtualAuthenticator }> {
  const member = await signInWithPasskey(page, email, site)
  await openUntilIdle(page, '/common-room/main')
  return member
}

/** Signs a member in by an emailed code, without the gate. */
export async function signIn(page: Page, email: string, { server, database }: Site): Promise<void> {
  const membership = membershipOf(server, database)
  await membership.resetCodeLimits()
  const post = async (to: string, data: object) => {
    const response = await page.request.post(to, { data, headers: { origin: server.url } })
    expect(response.ok(), await response.text()).toBe(true)
    return response.text()
  }
  await post('/api/auth/code', { email })
  const token = await membership.codeTo(email)
  const session = await post('/api/auth/verify', { email, token, type: 'email' })
  // Stores what the sign-in dialog would store. A static file is the fastest way to the origin’s storage.
  await page.goto('/robots.txt')
  await page.evaluate((session) => localStorage.setItem('common-room-session', session), session)
}

/** Signs a member in by an emailed code at the gate. Does not wait for the member page. */
export async function signInAtGate(
  page: Page,
  email: string,
  { server, database }: Site,
): Promise<void> {
  const membership = membershipOf(server, database)
  await membership.resetCodeLimits()
  await openGatePage(page)
  await openGate(page)
  await press(page, 'Email instead')
  await askForCode(page, email)
  await expect(codeFieldOn(page)).toBeVisible()
  await codeFieldOn(page).fill(await membership.codeTo(email))
}

/**
 * Resolves when the autofill request of the address field has its options. Call it before the dialog opens, and
 * await it before the authenticator answers.
 */
export const waitForAutofillOptions = async (page: Page): Promise<void> => {
  await (await page.waitForResponse('**/api/webauthn-auth-options')).finished()
}
