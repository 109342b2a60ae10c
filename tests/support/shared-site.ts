import { type APIRequestContext, type Page, request } from '@playwright/test'
import { addSessionCookie, sessionCookie } from './own-site.ts'
import { openUntilIdle } from './page-idle.ts'
import { createStaffSession, insertStaff } from './staff.ts'
import { test as base, expect } from './test.ts'

export { expect }

type Fixtures = {
  /** A client for the API, signed in as an admin. */
  calls: APIRequestContext
  /** Opens a view of the admin as an admin and waits until it is interactive. */
  open: (path: string) => Promise<Page>
  /** The email of this worker's admin. No other worker uses it. */
  email: string
}

/** Tests of the site that all browser tests share. Their pages are signed in as an admin. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  email: async ({}, use, { parallelIndex }) => use(`ada-${parallelIndex}@venue.example`),
  calls: async ({ context, email, baseURL }, use) => {
    const admin = { name: 'Ada', role: 'admin' as const, email }
    const database = process.env.DATABASE_UNDER_TEST ?? ''
    await insertStaff(database, [admin])
    await addSessionCookie(context, baseURL ?? '', await createStaffSession(database, email))
    // A separate session, because a proof replaces the browser's session.
    const calls = await request.newContext(
      signedIn(baseURL ?? '', await createStaffSession(database, email)),
    )
    await use(calls)
    await calls.dispose()
  },
  open: async ({ page, calls }, use) => {
    expect(calls).toBeTruthy()
    await page.addInitScript(() => {
      // Reading the storage of a frame without an http origin, such as a `data:` URL, throws an error.
      if (location.protocol.startsWith('http')) sessionStorage.setItem('introPlayed', '1')
    })
    await use(async (path) => {
      await openUntilIdle(page, path)
      return page
    })
  },
})

/**
 * Like `test`, in a page that earlier tests have used; see `ReusedPages`. Tests must not give the page a fake clock,
 * permissions, scripts that run in every document, or CDP sessions.
 */
export const testInReusedPage = test.extend({
  context: async ({ page }, use) => use(page.context()),
  page: async (
    {
      reusedPages,
      contextOptions,
      serviceWorkers,
      viewport,
      isMobile,
      hasTouch,
      baseURL,
      expectedErrors,
    },
    use,
    testInfo,
  ) => {
    const screen = { viewport, isMobile, hasTouch }
    const options = { ...contextOptions, ...screen, serviceWorkers, baseURL: baseURL ?? '' }
    const page = await reusedPages.take(options, expectedErrors)
    if (viewport) await page.setViewportSize(viewport)
    await use(page)
    expect(await reusedPages.giveBack(testInfo)).toEqual([])
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  noErrors: async ({}, use) => use(undefined),
  open: async ({ page, calls }, use) => {
    expect(calls).toBeTruthy()
    await use(async (path) => {
      await openUntilIdle(page, path)
      return page
    })
  },
})

// The server accepts a session only in requests from its own origin.
const signedIn = (baseURL: string, session: string) => ({
  baseURL,
  extraHTTPHeaders: { origin: baseURL },
  storageState: { cookies: [sessionCookie(baseURL, session)], origins: [] },
})

/** The first record of a collection that matches, in the collection's default order. */
export async function recordOf<Record>(
  calls: APIRequestContext,
  collection: string,
  query: string,
): Promise<Record | undefined> {
  const { docs } = await (await calls.get(`/api/${collection}?depth=0&${query}`)).json()
  return docs[0]
}
