import type { BrowserContext, Page } from '@playwright/test'
import type { SiteOptions, TestSite } from './current-site.ts'
import { createStaffSession, emailOf, type Role } from './staff.ts'
import { test as base, expect } from './test.ts'
import { watchErrors } from './watch-errors.ts'

export { expect }

type Fixtures = SiteOptions & {
  site: TestSite
  /** Test files with the same site name share the site if one worker runs them one after the other. */
  siteName: string
  /** Opens a page in its own browser context, which skips the intro. With a role, it is signed in as this role. */
  openPage: (role?: Role) => Promise<Page>
}

/** Tests with a separate site that has staff. Only test files with the same `siteName` see its changes. */
export const test = base.extend<Fixtures>({
  siteName: ['', { option: true }],
  mailsPerSecond: [0, { option: true }],
  hasPushService: [false, { option: true }],
  hasStripe: [false, { option: true }],
  site: [
    async ({ currentSite, siteName, mailsPerSecond, hasPushService, hasStripe }, use) => {
      expect(siteName, 'each file names its site').toBeTruthy()
      await use(await currentSite.switchTo(siteName, { mailsPerSecond, hasPushService, hasStripe }))
    },
    { timeout: 240_000 },
  ],
  baseURL: async ({ site }, use) => use(site.server.url),
  // Does not open Playwright’s own context. `openPage` records the errors of its contexts.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  noErrors: async ({}, use) => use(undefined),
  openPage: async (
    { browser, contextOptions, serviceWorkers, viewport, isMobile, hasTouch, site, expectedErrors },
    use,
  ) => {
    const contexts: BrowserContext[] = []
    const errors: string[] = []
    await use(async (role) => {
      const context = await browser.newContext({
        ...contextOptions,
        serviceWorkers,
        viewport,
        isMobile,
        hasTouch,
        baseURL: site.server.url,
      })
      contexts.push(context)
      watchErrors(context, site.server.url, expectedErrors, errors)
      await context.addInitScript(() => {
        // A document that was not loaded over HTTP may have no storage.
        if (location.protocol.startsWith('http')) sessionStorage.setItem('introPlayed', '1')
      })
      const page = await context.newPage()
      if (role) await becomeStaff(page, site, role)
      return page
    })
    for (const context of contexts) await context.close()
    expectNoErrors(errors, site)
  },
})

/**
 * Like `test`, but `openPage` returns pages that earlier tests have used; see `ReusedPages`. A page with a fake clock
 * is not used again.
 */
export const testInReusedPages = test.extend({
  openPage: async (
    {
      reusedPages,
      contextOptions,
      serviceWorkers,
      viewport,
      isMobile,
      hasTouch,
      site,
      expectedErrors,
    },
    use,
    testInfo,
  ) => {
    const baseURL = site.server.url
    const options = { ...contextOptions, serviceWorkers, viewport, isMobile, hasTouch, baseURL }
    await use(async (role) => {
      const page = await reusedPages.take(options, expectedErrors, role !== undefined)
      if (viewport) await page.setViewportSize(viewport)
      if (role) await becomeStaff(page, site, role)
      return page
    })
    expectNoErrors(await reusedPages.giveBack(testInfo), site)
  },
})

function expectNoErrors(errors: string[], { server }: TestSite): void {
  const warnings = server.log().filter(({ level = 0 }) => level >= 40)
  expect(errors, warnings.map((each) => JSON.stringify(each)).join('\n')).toEqual([])
}

/** Signs another staff member in, in a page that is already open. */
export const becomeStaff = async (page: Page, site: TestSite, role: Role): Promise<void> =>
  addSessionCookie(
    page.context(),
    site.server.url,
    await createStaffSession(site.database, emailOf(role)),
  )

/** The cookie of a staff session. */
export const sessionCookie = (url: string, value: string) => ({
  name: 'payload-token',
  value,
  domain: new URL(url).hostname,
  path: '/',
  expires: -1,
  httpOnly: true,
  secure: false,
  sameSite: 'Lax' as const,
})

export const addSessionCookie = (
  context: BrowserContext,
  url: string,
  token: string,
): Promise<void> => context.addCookies([sessionCookie(url, token)])
