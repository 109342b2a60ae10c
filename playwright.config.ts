import { defineConfig } from '@playwright/test'
import { browserOptions } from './tests/support/browser.ts'
import { desktop, phone } from './tests/support/screens.ts'

// These files run on one screen: they set its size themselves, or do not depend on it.
const once =
  /\/(analytics-tracker|common-good-page|editing|editing-ways|first-screen|letters|mail-templates|navigation|secret-host|service-worker|transitions)\.spec\.ts/
// Staff mostly use a desktop, members a phone. EVERY_SCREEN=1 runs these files, and the tests with the tag of
// one screen, on both screens.
const atDesk =
  /\/(admin|admin-pages|analytics-screens|editing-accessibility|editing-unsaved|events-admin|keyboard|newsletter-lists|members-staff|nudges-admin|redirects|staff-accounts)\.spec\.ts/
const onPhone =
  /\/(analytics-privacy|manage-event|member-pages|membership[\w-]*|nudges|nudges-(device|letters)|pages|without-scripts)\.spec\.ts/
const unlessEveryScreen = (found: RegExp) => (process.env.EVERY_SCREEN ? [] : [found])

// See `tests/support/quick-passwords.ts`.
process.env.QUICK_PASSWORDS = '1'

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/support/shared-site-setup.ts',
  forbidOnly: Boolean(process.env.CI),
  // Each worker runs a browser and a server. Three workers use two cores fully; more would make each test slower.
  workers: 3,
  // A test that fails first and passes when repeated is reported at the end of the run.
  retries: process.env.CI ? 1 : 0,
  // Timeouts are long, because tests can be slow on a busy machine. They only detect tests that hang.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  use: {
    browserName: 'chromium',
    launchOptions: await browserOptions(),
    screenshot: 'only-on-failure',
    // Otherwise each context would install the service worker, and tests cannot intercept its requests. Tests of the
    // service worker allow it.
    serviceWorkers: 'block',
  },
  projects: [
    // This project starts first, because it contains the slowest files.
    {
      name: 'desktop',
      testIgnore: unlessEveryScreen(onPhone),
      grepInvert: unlessEveryScreen(/@phone\b/),
      use: desktop,
    },
    {
      name: 'phone',
      testIgnore: [once, ...unlessEveryScreen(atDesk)],
      grepInvert: unlessEveryScreen(/@desktop\b/),
      use: phone,
    },
  ],
})
