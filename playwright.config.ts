import { defineConfig } from '@playwright/test'
import { browserOptions } from './tests/support/browser.ts'

const audits = /accessibility\.spec\.ts/
// Staff mostly sit at a desk, members come in on a phone. EVERY_SCREEN=1 tries each on both.
const atDesk =
  /\/(admin|admin-pages|editing[\w-]*|keyboard|newsletter-lists|members-staff)\.spec\.ts/
const onPhone = /\/(membership[\w-]*|pages|without-scripts)\.spec\.ts/
const but = (specs: RegExp) => (process.env.EVERY_SCREEN ? [] : [specs])

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/support/site-setup.ts',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  // Some journeys are timed by the specification; a machine that is busy for a moment gets two more tries.
  retries: process.env.CI ? 2 : 0,
  // Two houses that start side by side keep two cores busy for a while.
  expect: { timeout: 10_000 },
  use: {
    browserName: 'chromium',
    launchOptions: await browserOptions(),
    trace: 'retain-on-failure',
  },
  projects: [
    {
      name: 'phone',
      testIgnore: but(atDesk),
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    { name: 'tablet', testMatch: audits, use: { viewport: { width: 768, height: 1024 } } },
    {
      name: 'desktop',
      testIgnore: but(onPhone),
      use: { viewport: { width: 1440, height: 900 } },
    },
  ],
})
