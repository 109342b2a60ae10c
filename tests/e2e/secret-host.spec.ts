import type { Browser, Page } from '@playwright/test'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { ClaimReply } from '../../cms/features/secret-kitchens/contract.ts'
import type { Drop } from '../../cms/features/secret-kitchens/queries/drops.ts'
import type { Database } from '../../cms/platform/database/query.ts'
import { accessibilityViolations } from '../support/accessibility.ts'
import { launchBrowser } from '../support/browser.ts'
import { makeDatabase, onDatabase, type Query } from '../support/database.ts'
import { addDrop, expireKept, setOpening } from '../support/drops.ts'
import { membershipOf } from '../support/membership.ts'
import { addSessionCookie } from '../support/own-site.ts'
import { waitUntilIdle, watchRequests } from '../support/page-idle.ts'
import { nextPort } from '../support/ports.ts'
import { makeLinkedPasskey, startTls } from '../support/secret-hosts.ts'
import { type Server, startServerProcess } from '../support/server.ts'
import { createStaffSession, emailOf, insertStaff, type Role } from '../support/staff.ts'
import { expect, test } from '../support/test.ts'
import { visitorOf } from '../support/visitor.ts'
import { waitUntil } from '../support/wait-until.ts'

const root = '/secretkitchens'
const minuteMs = 60_000
type Site = { server: Server; database: string; main: string; secret: string }

/** A site whose two hosts resolve to this machine. Names below `localhost` are secure contexts without TLS. */
async function startBelowLocalhost(): Promise<Site> {
  const [database, port] = [await makeDatabase('demo'), await nextPort()]
  const main = `http://venue.localhost:${port}`
  const server = await startServerProcess({
    DATABASE_URL: database,
    PORT: String(port),
    SITE_URL: main,
    SECRET_KITCHENS_HOST: 'secret.venue.localhost',
  })
  return { server, database, main, secret: `http://secret.venue.localhost:${port}` }
}

/** Records what a page must not do: console errors and requests to other hosts. */
function watch(page: Page, errors: string[]): void {
  page.on('console', (message) => {
    const isExpected = /status of (401|404)|INTERNET_DISCONNECTED/.test(message.text())
    if (message.type() === 'error' && !isExpected) errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(String(error)))
}

const outside = (page: Page) =>
  page.evaluate(
    (below) =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name))
        .filter(
          ({ origin, pathname }) =>
            origin !== location.origin ||
            !/^\/(_astro|media)\//.test(pathname.replace(below, '/_astro')),
        )
        .map(({ href }) => href),
    root,
  )

/** A page of the main host, signed in as staff. */
async function openAsStaff(browser: Browser, { main, database }: Site, role: Role): Promise<Page> {
  await insertStaff(database, [{ name: role, role, email: emailOf(role) }])
  const context = await browser.newContext({ serviceWorkers: 'block' })
  await addSessionCookie(context, main, await createStaffSession(database, emailOf(role)))
  return context.newPage()
}

async function addDropTo(database: string, given: Parameters<typeof addDrop>[1]): Promise<Drop> {
  const pool = new pg.Pool({ connectionString: database, max: 1 })
  try {
    return await addDrop(drizzle(pool) as unknown as Database, given)
  } finally {
    await pool.end()
  }
}

/** The link in the newest mail of a kind to an address. */
async function linkInMail(query: Query, email: string, kind: string): Promise<string> {
  const mails = await waitUntil(
    () =>
      query<{ text: string }>(
        'select text from mails where to_address = $1 and kind = $2 order by id desc',
        [email, kind],
      ),
    ({ length }) => length > 0,
  )
  return /https?:\/\/\S+\/secretkitchens\/[\w-]+/.exec(mails[0]?.text ?? '')?.[0] ?? ''
}

test.describe('the secret kitchens on a subdomain', () => {
  let site: Site
  let browser: Browser
  test.beforeAll(async () => {
    site = await startBelowLocalhost()
    browser = await launchBrowser(['--host-resolver-rules=MAP *.localhost 127.0.0.1'])
  })
  test.afterAll(async () => {
    await browser?.close()
    await site?.server.stop()
  })

  test('a passkey that was made on the main host signs in, and the hosts keep their sessions apart', async () => {
    const errors: string[] = []
    const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage()
    watch(page, errors)
    await page.goto(`${site.main}/robots.txt`)
    const email = 'two-hosts@venue.example'
    const authenticator = await makeLinkedPasskey(page, email, site)

    await page.goto(`${site.secret}/cafe`)
    await expect(page).toHaveURL(`${site.secret}${root}`)
    await page.getByRole('link', { name: 'Sign in' }).click()
    await expect(page.getByRole('button', { name: 'Use your passkey' })).toBeVisible()
    expect(await accessibilityViolations(page)).toEqual([])
    await test.step('an empty address is refused with the message of the site', async () => {
      const field = page.locator('#sign-in-email')
      await field.locator('xpath=ancestor::form').getByRole('button').click()
      await expect(page.getByText('Please enter a valid email.')).toBeVisible()
      await expect(field).toBeFocused()
      expect(await accessibilityViolations(page)).toEqual([])
      expect(await outside(page)).toEqual([])
    })
    await authenticator.setAnswering(true)
    await page.getByRole('button', { name: 'Use your passkey' }).click()
    await expect(page).toHaveURL(`${site.secret}${root}`)
    await page.goto(`${site.secret}${root}/sign-in?back=${root}/ash`)
    await expect(page.getByText(email)).toBeVisible()
    await expect(page.getByRole('link', { name: 'To the kitchens' })).toHaveAttribute(
      'href',
      `${root}/ash`,
    )
    expect(await outside(page)).toEqual([])

    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('status')).toContainText('You have been signed out.')
    await page.goto(`${site.main}/common-room/member`)
    await expect(page).toHaveURL(`${site.main}/common-room/member`)
    expect(errors).toEqual([])
    await page.context().close()
  })

  test('a drop from its announcement to the page afterwards', async () => {
    const { main, secret, database } = site
    const query: Query = (text, values) => onDatabase(database, (run) => run(text, values))
    const errors: string[] = []
    const context = await browser.newContext({ serviceWorkers: 'block' })
    watchRequests(context)
    const member = await context.newPage()
    watch(member, errors)
    const kitchen = await openAsStaff(browser, site, 'kitchen')
    const email = 'drop@venue.example'
    const { id, slug, title } = await addDropTo(database, {
      announcedAt: null,
      opensAt: new Date(Date.now() + 5 * minuteMs),
      // Its code is shown as soon as it is claimed.
      startsAt: new Date(Date.now() + 30 * minuteMs),
    })
    const path = `${root}/${slug}`

    await test.step('the member rings the bell on the secret host with the passkey of the main host', async () => {
      await member.goto(`${main}/robots.txt`)
      const authenticator = await makeLinkedPasskey(member, email, site)
      await member.goto(secret)
      await authenticator.setAnswering(true)
      await member.getByRole('link', { name: 'Sign in' }).click()
      await waitUntilIdle(member)
      await member.getByRole('button', { name: 'Use your passkey' }).click()
      await expect(member).toHaveURL(`${secret}${root}`)
      await waitUntilIdle(member)
      // The page is the same for everybody, and yet says who is signed in and that the bell rings.
      const out = member.getByRole('banner').getByRole('link', { name: 'Sign out' })
      await expect(out).toBeVisible()
      await member.getByRole('button', { name: 'Ring for every drop' }).click()
      await expect(member.getByText('We’ll ring.')).toBeVisible()
      await member.reload()
      await expect(member.getByRole('button', { name: 'Don’t ring for every drop' })).toBeVisible()
      expect((await member.goto(`${secret}${path}`))?.status()).toBe(404)
    })

    await test.step('the kitchen announces it on the main host, and the bell rings', async () => {
      await kitchen.goto(`${main}/secretkitchenadmin?drop=${id}`)
      await kitchen.getByRole('button', { name: 'Announce' }).click()
      await kitchen.getByRole('button', { name: 'Announce it' }).click()
      await expect(kitchen.getByRole('heading', { name: `${title} Announced` })).toBeVisible()
      expect(await linkInMail(query, email, 'drop_announced')).toBe(`${secret}${path}`)
      expect(await linkInMail(query, email, 'drop_bell')).toBe(`${secret}${path}`)
    })

    await test.step('it opens while the page is read, and the claim is drawn', async () => {
      await setOpening(query, id, 3)
      await member.goto(`${secret}${path}`)
      await expect(member.getByRole('heading', { name: 'Not yet' })).toBeVisible()
      await expect(member.getByRole('heading', { name: 'The pot is open' })).toBeVisible()
      await member.getByRole('button', { name: 'Claim', exact: true }).click()
      await expect(member.getByText('You’re in the pot')).toBeVisible()
      // The ten seconds of the draw are over.
      await setOpening(query, id, -13)
      await member.reload()
      await member.getByRole('link', { name: 'Say yes' }).click()
      await expect(member.getByRole('heading', { level: 1 })).toHaveText(
        /Yours,\s+for five\s+minutes/i,
      )
      await member.getByLabel('At the bar').check()
      await member.getByRole('button', { name: 'Yes, it’s mine' }).click()
      await expect(member.getByRole('heading', { level: 1 })).toHaveText(/It’s\s+yours/i)
    })

    const code = await member.locator('[data-ticket]').getAttribute('data-ticket')
    const claim = new URL(member.url()).pathname

    await test.step('the code is read at the door, and the kitchen sees it', async () => {
      const door = await openAsStaff(browser, site, 'bar')
      await door.goto(`${main}/check-in/door`)
      await door.getByLabel('Whose phone, and where').fill('Ben, back door')
      await door.getByLabel('Door', { exact: true }).selectOption({ label: 'Kitchens' })
      await door.getByRole('button', { name: 'Open the door' }).click()
      await expect(door.getByRole('heading', { level: 1 })).toHaveText('Kitchens')
      await door.keyboard.type(`${code}\n`)
      await expect(door.getByRole('alertdialog')).toContainText('£12')
      await door.context().close()
      await kitchen.reload()
      await expect(kitchen.getByRole('checkbox', { name: /1 × 19:00, / })).toBeChecked()
    })

    await test.step('afterwards the page says what it was, on its own host only', async () => {
      await kitchen.getByRole('button', { name: 'Close it' }).click()
      await kitchen.getByRole('dialog').getByRole('button', { name: 'Close it' }).click()
      await expect(kitchen.getByRole('heading', { name: `${title} Served` })).toBeVisible()
      await member.reload()
      await expect(member.getByRole('heading', { level: 1 })).toHaveText(/Collected/i)
      await member.getByRole('link', { name: title }).click()
      await expect(member.getByRole('heading', { name: 'It went like this' })).toBeVisible()
      await expect(member.getByRole('button', { name: 'Claim' })).toHaveCount(0)
      for (const each of [path, claim]) {
        expect((await site.server.get(each, { host: new URL(main).host })).status, each).toBe(404)
      }
    })
    expect(errors).toEqual([])
    await Promise.all([member, kitchen].map((each) => each.context().close()))
  })

  test('the page of a claim says that its time is over when it is, also without a network', async () => {
    const { id } = await addDropTo(site.database, { drawnAt: new Date() })
    const host = new URL(site.secret).host
    const at: Pick<Server, 'send'> = {
      send: (path, { headers, ...options }) =>
        site.server.send(path, { ...options, headers: { ...headers, host } }),
    }
    const visitor = visitorOf(at)
    const email = 'too-late@venue.example'
    await visitor.call(`${root}/api/auth/code`, { email })
    const token = await membershipOf(site.server, site.database).codeTo(email)
    await visitor.call(`${root}/api/auth/verify`, { email, token, type: 'email' })
    const claimed = await visitor.call(`${root}/api/secret-kitchens/claim`, { drop: id })
    const { claim } = claimed.json<Extract<ClaimReply, { result: 'claimed' }>>()

    const context = await browser.newContext({ serviceWorkers: 'block' })
    watchRequests(context)
    const page = await context.newPage()
    await page.clock.install()
    await page.goto(`${site.secret}${root}/claim/${claim.token}`)
    await waitUntilIdle(page)
    const button = page.getByRole('button', { name: 'Yes, it’s mine' })
    await expect(button).toBeVisible()
    await expect(page.getByRole('alert')).toBeHidden()
    await expect(page.locator('[data-until-left]')).toHaveText(/^4:/)
    await context.setOffline(true)
    await page.clock.fastForward('05:01')
    await expect(page.getByRole('alert')).toContainText('it went to the next in line')
    await expect(button).toBeHidden()
    await expect(page.getByText('Give it back')).toBeHidden()

    await context.setOffline(false)
    await onDatabase(site.database, (query) => expireKept(query, id))
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Too late/i)
    await context.close()
  })

  test('a code signs in without scripts', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, serviceWorkers: 'block' })
    const page = await context.newPage()
    const email = 'no-scripts@venue.example'
    await page.goto(`${site.secret}${root}/sign-in`)
    await expect(page.getByRole('button', { name: 'Use your passkey' })).toBeHidden()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send code' }).click()
    await expect(page.getByText('A code is on its way.')).toBeVisible()
    await page.getByLabel('Code').fill(await membershipOf(site.server, site.database).codeTo(email))
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL(`${site.secret}${root}`)
    await page.goto(`${site.secret}${root}/sign-in`)
    await expect(page.getByText(email)).toBeVisible()
    await context.close()
  })

  test('each host has its own worker and its own page without a network', async () => {
    const context = await browser.newContext({ serviceWorkers: 'allow' })
    const page = await context.newPage()
    await page.addInitScript(() => sessionStorage.setItem('introPlayed', '1'))
    await page.goto(`${site.secret}${root}`)
    // Scripts are loaded after the first paint. In a window behind others, Chromium may not paint without a reason.
    await page.screenshot()
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    const scopes = await page.evaluate(async () =>
      (await navigator.serviceWorker.getRegistrations()).map(
        ({ scope }) => new URL(scope).pathname,
      ),
    )
    expect(scopes).toEqual([root])
    await context.setOffline(true)
    await page.goto(`${site.secret}${root}/anything`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/No\s+light/i)
    expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain(
      'Archivo',
    )
    expect(await accessibilityViolations(page)).toEqual([])
    await context.setOffline(false)
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Cold\s+stove/i)
    await context.close()
  })
})

test('the secret kitchens on another domain: a passkey signs in by related origins', async () => {
  const database = await makeDatabase('demo')
  const [main, secret] = ['https://venue.example', 'https://kitchens.example']
  const server = await startServerProcess({
    DATABASE_URL: database,
    SITE_URL: main,
    SECRET_KITCHENS_HOST: 'kitchens.example',
  })
  const tls = await startTls(server.port)
  const hosts = ['venue.example', 'kitchens.example'].map(
    (each) => `MAP ${each}:443 127.0.0.1:${tls.port}`,
  )
  const browser = await launchBrowser([
    `--host-resolver-rules=${hosts.join(', ')}`,
    '--ignore-certificate-errors',
  ])
  try {
    const page = await (
      await browser.newContext({ ignoreHTTPSErrors: true, serviceWorkers: 'block' })
    ).newPage()
    await page.goto(`${main}/robots.txt`)
    const email = 'related@venue.example'
    const authenticator = await makeLinkedPasskey(page, email, { server, database })
    await authenticator.setAnswering(true)
    await page.goto(`${secret}${root}/sign-in`)
    await waitUntilIdle(page)
    await page.getByRole('button', { name: 'Use your passkey' }).click()
    await expect(page).toHaveURL(`${secret}${root}`)
    await page.goto(`${secret}${root}/sign-in`)
    await expect(page.getByText(email)).toBeVisible()
  } finally {
    await browser.close()
    await tls.stop()
    await server.stop()
  }
})
