import type { BrowserContext, Page } from '@playwright/test'
import { makeDatabase } from './database.ts'
import { type Server, startServer } from './server.ts'
import { type MailServer, startMailServer } from './smtp-server.ts'
import { emailOf, makeStaff, type Role, sessionOf } from './staff.ts'
import { test as base, expect, watchErrors } from './test.ts'

export { expect }

type TestSite = {
  server: Server
  database: string
  staff: Record<Role, string>
  /** The SMTP server that receives its mails; null if it has none. */
  mails: MailServer | null
}
type Fixtures = {
  /** Opens a browser context that skips the intro, signed in where a role is given. */
  person: (role?: Role) => Promise<Page>
}

/** A site with staff for one test file. Other test files do not see its changes. */
export const test = base.extend<
  Fixtures,
  { site: TestSite; siteName: string; mailsPerSecond: number }
>({
  // Another value means another worker and another site.
  siteName: ['', { option: true, scope: 'worker' }],
  // Rate of its mails to an SMTP server of its own. 0: no SMTP server.
  mailsPerSecond: [0, { option: true, scope: 'worker' }],
  site: [
    async ({ siteName, mailsPerSecond }, use) => {
      expect(siteName, 'each file names its site').toBeTruthy()
      const database = await makeDatabase('demo')
      const mails = mailsPerSecond ? await startMailServer() : null
      const server = await startServer({
        DATABASE_URL: database,
        ...(mails && { SMTP_URL: mails.url, MAIL_PER_SECOND: String(mailsPerSecond) }),
      })
      const staff = await makeStaff(server)
      await use({ server, database, staff, mails })
      await server.stop()
      mails?.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ site }, use) => use(site.server.url),
  person: async (
    { browser, contextOptions, viewport, isMobile, hasTouch, site, expectedErrors },
    use,
  ) => {
    const contexts: BrowserContext[] = []
    const errors: string[] = []
    await use(async (role) => {
      const context = await browser.newContext({
        ...contextOptions,
        viewport,
        isMobile,
        hasTouch,
        baseURL: site.server.url,
      })
      contexts.push(context)
      watchErrors(context, site.server.url, expectedErrors, errors)
      await context.addInitScript(() => {
        // Frames of other origins have no storage.
        if (location.protocol.startsWith('http')) sessionStorage.setItem('introPlayed', '1')
      })
      if (role) {
        await addSessionCookie(
          context,
          site.server.url,
          await sessionOf(site.database, emailOf(role)),
        )
      }
      return context.newPage()
    })
    for (const context of contexts) await context.close()
    expect(errors).toEqual([])
  },
})

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
