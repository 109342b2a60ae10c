import { defineConfig } from '@playwright/test'
import { browserOptions } from './tests/support/browser.ts'
import { desktop, phone, tablet } from './tests/support/screens.ts'

const audits = /\/accessibility\.spec\.ts/
// These set the screens they need, or are the same on every screen.
const once =
  /\/(editing|editing-ways|first-screen|found-and-shared|letters|links|mail-templates|navigation|service-worker|transitions)\.spec\.ts/
// Staff mostly sit at a desk, members come in on a phone. EVERY_SCREEN=1 tries each on both.
const atDesk =
  /\/(admin|admin-pages|editing-accessibility|editing-unsaved|keyboard|newsletter-lists|members-staff|redirects)\.spec\.ts/
const onPhone = /\/(member-pages|membership[\w-]*|pages|without-scripts)\.spec\.ts/
const but = (specs: RegExp) => (process.env.EVERY_SCREEN ? [] : [specs])

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/support/shared-site-setup.ts',
  forbidOnly: Boolean(process.env.CI),
  // Browsers wait for servers more than they compute: two for each core.
  workers: 4,
  // A test that passes only when it is repeated is reported at the end of the run.
  retries: process.env.CI ? 1 : 0,
  // How long something may hang, not how long it may take: two houses keep two cores busy for a while.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    browserName: 'chromium',
    launchOptions: await browserOptions(),
    screenshot: 'only-on-failure',
    // Each context would install it again. Its requests could not be routed. Tests of it allow it.
    serviceWorkers: 'block',
  },
  projects: [
    // The longest files are among these, so they start first.
    {
      name: 'desktop',
      testIgnore: but(onPhone),
      use: desktop,
    },
    { name: 'tablet', testMatch: audits, use: tablet },
    {
      name: 'phone',
      testIgnore: [once, ...but(atDesk)],
      use: phone,
    },
  ],
})
