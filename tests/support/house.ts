import type { BrowserContext, Page } from '@playwright/test'
import { makeDatabase } from './database.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { type Server, startServer } from './server.ts'
import { emailOf, makeStaff, type Role, sessionOf } from './staff.ts'
import { test as base, expect, watchFaults } from './test.ts'

export { expect }

type House = {
  server: Server
  database: string
  staff: Record<Role, string>
  /** Where its mails go; null where they stay in its mailbox. */
  mails: MailServer | null
}
type Own = {
  /** Somebody with a browser of their own, who has seen the intro; a stranger without a role. */
  person: (role?: Role) => Promise<Page>
}

/** A house of the test file's own, with its staff: what is changed in it, no other test sees. */
export const test = base.extend<Own, { house: House; houseOf: string; mailsPerSecond: number }>({
  // Another value is another worker, and so another house.
  houseOf: ['', { option: true, scope: 'worker' }],
  // How fast it sends mails to a server of its own; it has none where this is 0.
  mailsPerSecond: [0, { option: true, scope: 'worker' }],
  house: [
    async ({ houseOf, mailsPerSecond }, use) => {
      expect(houseOf, 'each file names its house').toBeTruthy()
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
  baseURL: async ({ house }, use) => use(house.server.url),
  person: async (
    { browser, contextOptions, viewport, isMobile, hasTouch, house, expectedErrors },
    use,
  ) => {
    const contexts: BrowserContext[] = []
    const faults: string[] = []
    await use(async (role) => {
      const context = await browser.newContext({
        ...contextOptions,
        viewport,
        isMobile,
        hasTouch,
        baseURL: house.server.url,
      })
      contexts.push(context)
      watchFaults(context, house.server.url, expectedErrors, faults)
      await context.addInitScript(() => {
        // Frames of others have no storage.
        if (location.protocol.startsWith('http')) sessionStorage.setItem('introPlayed', '1')
      })
      if (role) {
        await giveSession(context, house.server.url, await sessionOf(house.database, emailOf(role)))
      }
      return context.newPage()
    })
    for (const context of contexts) await context.close()
    expect(faults).toEqual([])
  },
})

/** Gives a browser the session that staff signed in with. */
export const giveSession = (context: BrowserContext, url: string, token: string): Promise<void> =>
  context.addCookies([
    { name: 'payload-token', value: token, url, httpOnly: true, sameSite: 'Lax' },
  ])
