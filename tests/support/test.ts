import { test as base, expect, type Page } from '@playwright/test'
import { type CurrentSite, makeCurrentSite } from './current-site.ts'
import { makeReusedPages, type ReusedPages } from './reused-pages.ts'
import { watchErrors } from './watch-errors.ts'

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
  reusedPages: ReusedPages
}

/**
 * The base of every browser test. All tests have the same worker-scoped fixtures, because Playwright restarts the
 * worker and its browser for a test with other ones.
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
  reusedPages: [
    async ({ browser }, use) => {
      const pages = makeReusedPages(browser)
      await use(pages)
      await pages.close()
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
