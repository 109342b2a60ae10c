import type { Browser, BrowserContextOptions, Page, TestInfo } from '@playwright/test'
import { watchErrors } from './watch-errors.ts'

type ReusedPage = {
  page: Page
  /** Identifies the options of its context. */
  key: string
  isTaken: boolean
  /** Whether the last test with this page used the admin. */
  isOfStaff: boolean
  expectedErrors: RegExp[]
  errors: string[]
}

/**
 * Pages that the tests of a worker use one after the other. In such a page, scripts are loaded and compiled already,
 * which saves about half of the CPU time of opening a view of the admin.
 */
export type ReusedPages = {
  /** Takes a page that has no cookies and no stored data. Its context skips the intro. */
  take: (
    options: BrowserContextOptions & { baseURL: string },
    expectedErrors: RegExp[],
    isOfStaff?: boolean,
  ) => Promise<Page>
  /**
   * Resets the taken pages. After a failed test, they stay open for its screenshot, and Playwright ends the worker.
   * @returns their unexpected errors
   */
  giveBack: (test: TestInfo) => Promise<string[]>
  close: () => Promise<void>
}

export function makeReusedPages(browser: Browser): ReusedPages {
  const pages = new Set<ReusedPage>()
  const close = async (reused: ReusedPage) => {
    pages.delete(reused)
    await reused.page.context().close()
  }
  const open = async (options: BrowserContextOptions & { baseURL: string }, key: string) => {
    const context = await browser.newContext(options)
    const expectedErrors: RegExp[] = []
    const errors: string[] = []
    watchErrors(context, options.baseURL, expectedErrors, errors)
    await context.addInitScript(() => {
      // A document that was not loaded over HTTP may have no storage.
      if (location.protocol.startsWith('http')) sessionStorage.setItem('introPlayed', '1')
    })
    const page = await context.newPage()
    const reused = { page, key, isTaken: true, isOfStaff: false, expectedErrors, errors }
    pages.add(reused)
    return reused
  }
  return {
    take: async (options, expectedErrors, isOfStaff = true) => {
      const key = JSON.stringify(options)
      for (const each of pages) if (!each.isTaken && each.key !== key) await close(each)
      const free = [...pages].filter(({ isTaken }) => !isTaken)
      const reused =
        free.find((each) => each.isOfStaff === isOfStaff) ?? free[0] ?? (await open(options, key))
      Object.assign(reused, { isTaken: true, isOfStaff })
      reused.expectedErrors.splice(0, Number.POSITIVE_INFINITY, ...expectedErrors)
      return reused.page
    },
    giveBack: async ({ status, expectedStatus }) => {
      const taken = [...pages].filter(({ isTaken }) => isTaken)
      const takeErrors = () => taken.flatMap(({ errors }) => errors.splice(0))
      const errors = takeErrors()
      if (status !== expectedStatus || errors.length) return errors
      for (const each of taken) {
        if (!(await reset(each.page))) await close(each)
        each.isTaken = false
      }
      // Leaving a page may cause errors too.
      return takeErrors()
    },
    close: async () => {
      for (const each of pages) await close(each)
    },
  }
}

/**
 * Removes what a test may have left in a page. Does not remove permissions, scripts that run in every document, CDP
 * sessions, IndexedDB and caches, so tests that use these need a context of their own.
 * @returns false if the page can't be used again
 */
async function reset(page: Page): Promise<boolean> {
  const context = page.context()
  if (page.isClosed() || context.pages().length > 1) return false
  // Playwright can't uninstall a clock.
  if (await page.evaluate(() => !`${setTimeout}`.includes('[native code]'))) return false
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  for (const event of ['dialog', 'request', 'response'] as const) page.removeAllListeners(event)
  await page.mouse.move(0, 0)
  // The page stays on this site: after another one, such as `about:blank`, the browser would start a new process.
  await page.goto('/healthz')
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await context.clearCookies()
  await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null })
  return true
}
