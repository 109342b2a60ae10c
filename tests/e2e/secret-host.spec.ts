import type { Browser, Page } from '@playwright/test'
import { accessibilityViolations } from '../support/accessibility.ts'
import { launchBrowser } from '../support/browser.ts'
import { makeDatabase } from '../support/database.ts'
import { membershipOf } from '../support/membership.ts'
import { nextPort } from '../support/ports.ts'
import { makeLinkedPasskey, startTls } from '../support/secret-hosts.ts'
import { type Server, startServerProcess } from '../support/server.ts'
import { expect, test } from '../support/test.ts'

const root = '/secretkitchens'
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
