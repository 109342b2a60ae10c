import type { Page } from '@playwright/test'

/** Drops the events of analytics. The server would refuse their times after a test has changed the page's clock. */
export const discardAnalyticsEvents = (page: Page): Promise<unknown> =>
  page.route('**/api/analytics/collect', (route) => route.fulfill({ status: 204 }))
