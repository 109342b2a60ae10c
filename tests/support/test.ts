import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { type CurrentSite, makeCurrentSite } from './current-site.ts'
import { watchRequests } from './page-idle.ts'

export { expect }

type Options = {
  /** Console errors that a test causes on purpose. */
  expectedErrors: RegExp[]
}
type Fixtures = {
  /** Fails the test on a console error, an uncaught exception, or a request to another host. */
  noErrors: undefined
  /** Opens a page of the site; the intro is skipped. */
  visit: (path: string) => Promise<Page>
}
type Worker = {
  currentSite: CurrentSite
}

/**
 * The base of every browser test. All tests have the same worker-scoped fixtures, because Playwright
 * restarts the worker and its browser when these differ.
 */
export const test = base.extend<Fixtures & Options, Worker>({
  currentSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const sites = makeCurrentSite()
      await use(sites)
      await sites.stop()
    },
    { scope: 'worker' },
  ],
  expectedErrors: [[], { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  baseURL: async ({}, use) => use(process.env.SITE_UNDER_TEST ?? ''),
  noErrors: [
    async ({ context, baseURL, expectedErrors }, use) => {
      const errors: string[] = []
      watchErrors(context, baseURL ?? '', expectedErrors, errors)
      await use(undefined)
      expect(errors).toEqual([])
    },
    { auto: true },
  ],
  visit: async ({ page }, use) => {
    await page.addInitScript(() => sessionStorage.setItem('introPlayed', '1'))
    await use(async (path) => {
      await page.goto(path)
      await page.evaluate(() => document.fonts.ready)
      return page
    })
  },
})

// On a busy machine, Next’s router can update a page of the admin before it is hydrated. React then renders it again.
const earlyUpdate = /Minified React error #424/

/** Records unexpected console errors, uncaught exceptions and requests to other hosts. */
export function watchErrors(
  context: BrowserContext,
  origin: string,
  expected: RegExp[],
  problems: string[],
): void {
  watchRequests(context)
  const report = (error: string) => {
    if (!expected.some((pattern) => pattern.test(error))) problems.push(error)
  }
  context.on('console', (message) => {
    const { url } = message.location()
    if (message.type() === 'error') report(`console: ${message.text()} at ${url}`)
  })
  context.on('weberror', (error) => {
    const { message } = error.error()
    const { pathname } = new URL(error.page()?.url() ?? origin)
    const isAdmin = pathname.startsWith('/cms')
    if (!isAdmin || !earlyUpdate.test(message)) report(`script: ${message} at ${pathname}`)
  })
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (/^https?:$/.test(url.protocol) && url.origin !== origin) report(`foreign: ${request.url()}`)
  })
}
