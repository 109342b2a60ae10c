import { type APIRequestContext, type Page, request } from '@playwright/test'
import { addSessionCookie } from './own-site.ts'
import { openUntilIdle } from './page-idle.ts'
import { insertStaff, sessionOf } from './staff.ts'
import { test as base, expect } from './test.ts'

export { expect }

type Fixtures = {
  /** Calls of the program by an admin. */
  calls: APIRequestContext
  /** Opens a view of the admin as an admin, and waits until it can be used. */
  open: (path: string) => Promise<Page>
}
type Worker = {
  /** The address of an admin whom no other worker signs in as. */
  email: string
}

/** An admin is signed in at the site that every browser test shares. */
export const test = base.extend<Fixtures, Worker>({
  email: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use, { parallelIndex }) => {
      const own = `ada-${parallelIndex}@venue.example`
      await use(own)
    },
    { scope: 'worker' },
  ],
  calls: async ({ context, email, baseURL }, use) => {
    const person = { name: 'Ada', role: 'admin' as const, email }
    const database = process.env.DATABASE_UNDER_TEST ?? ''
    await insertStaff(database, [person])
    await addSessionCookie(context, baseURL ?? '', await sessionOf(database, email))
    const calls = await request.newContext({
      ...bySite(baseURL ?? ''),
      storageState: await context.storageState(),
    })
    await use(calls)
    await calls.dispose()
  },
  open: async ({ page, calls }, use) => {
    expect(calls).toBeTruthy()
    await page.addInitScript(() => {
      // Frames of others have no storage.
      if (location.protocol.startsWith('http')) sessionStorage.setItem('introPlayed', '1')
    })
    await use(async (path) => {
      await openUntilIdle(page, path)
      return page
    })
  },
})

// A session is believed only where a page of the site itself asks.
const bySite = (baseURL: string) => ({ baseURL, extraHTTPHeaders: { origin: baseURL } })

/** A collection's newest or only record that matches. */
export async function recordOf<Record>(
  calls: APIRequestContext,
  collection: string,
  query: string,
): Promise<Record | undefined> {
  const { docs } = await (await calls.get(`/api/${collection}?depth=0&${query}`)).json()
  return docs[0]
}
