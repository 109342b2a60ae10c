import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { watchRequests } from './quiet.ts'

export { expect }

type Options = {
  /** Console errors that a test brings about on purpose. */
  expectedErrors: RegExp[]
}
type Fixtures = {
  /** Fails the test on an error in the console, a broken script, or a request to another host. */
  watched: undefined
  /** Opens a page of the site as somebody who has seen the intro. */
  visit: (path: string) => Promise<Page>
}

export const test = base.extend<Fixtures & Options>({
  expectedErrors: [[], { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  baseURL: async ({}, use) => use(process.env.SITE_UNDER_TEST ?? ''),
  watched: [
    async ({ context, baseURL, expectedErrors }, use) => {
      const faults: string[] = []
      watchFaults(context, baseURL ?? '', expectedErrors, faults)
      await use(undefined)
      expect(faults).toEqual([])
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

/** Watches requests, and notes errors in the console, broken scripts and requests to other hosts, except the expected. */
export function watchFaults(
  context: BrowserContext,
  origin: string,
  expected: RegExp[],
  faults: string[],
): void {
  watchRequests(context)
  const note = (fault: string) => {
    if (!expected.some((pattern) => pattern.test(fault))) faults.push(fault)
  }
  context.on('console', (message) => {
    if (message.type() === 'error') note(`console: ${message.text()}`)
  })
  context.on('weberror', (error) => note(`script: ${error.error().message}`))
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (/^https?:$/.test(url.protocol) && url.origin !== origin) note(`foreign: ${request.url()}`)
  })
}
