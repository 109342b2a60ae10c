import type { Page } from '@playwright/test'

/** Drops the events of the statistics: the server would refuse the times of a clock that has been changed. */
export const dropEvents = (page: Page): Promise<unknown> =>
  page.route('**/api/analytics/collect', (route) => route.fulfill({ status: 204 }))
