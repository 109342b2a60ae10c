import { type APIRequestContext, type Page, request } from '@playwright/test'
import { firstAdminToken } from '../../cms/staff/first-admin.ts'
import { secret } from './server.ts'
import { adminEmail, password } from './staff.ts'
import { test as base, expect } from './test.ts'

export { expect }

type Staff = {
  /** Calls of the program by an admin. */
  calls: APIRequestContext
  /** Opens a view of the admin as an admin, and waits until it can be used. */
  open: (path: string) => Promise<Page>
}
type Worker = {
  /** The address of an admin whom no other worker signs in as. */
  email: string
}

/** Somebody on the staff is signed in: an admin, made by the link of the first start. */
export const test = base.extend<Staff, Worker>({
  email: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use, { parallelIndex }) => {
      const own = `ada-${parallelIndex}@venue.example`
      await expect(() => makeAdmin(own)).toPass({ timeout: 30_000 })
      await use(own)
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  calls: async ({ context, email, baseURL }, use) => {
    const answer = await context.request.post('/api/users/login', { data: { email, password } })
    expect(answer.ok(), await answer.text()).toBe(true)
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
      await page.goto(path, { waitUntil: 'networkidle' })
      return page
    })
  },
})

// A session is believed only where a page of the site itself asks.
const bySite = (baseURL: string) => ({ baseURL, extraHTTPHeaders: { origin: baseURL } })

async function makeAdmin(email: string): Promise<void> {
  const calls = await request.newContext(bySite(process.env.SITE_UNDER_TEST ?? ''))
  const logIn = async (as: string) =>
    (await calls.post('/api/users/login', { data: { email: as, password } })).ok()
  try {
    if (await logIn(email)) return
    if (!(await logIn(adminEmail))) {
      const form = { token: firstAdminToken(secret), name: 'Ada', email: adminEmail, password }
      await calls.post('/api/first-admin', { form, maxRedirects: 0 })
      expect(await logIn(adminEmail)).toBe(true)
    }
    await calls.post('/api/users', { data: { name: 'Ada', role: 'admin', email, password } })
    expect(await logIn(email)).toBe(true)
  } finally {
    await calls.dispose()
  }
}

/** A collection's newest or only record that matches. */
export async function recordOf<Record>(
  calls: APIRequestContext,
  collection: string,
  query: string,
): Promise<Record | undefined> {
  const { docs } = await (await calls.get(`/api/${collection}?depth=0&${query}`)).json()
  return docs[0]
}
