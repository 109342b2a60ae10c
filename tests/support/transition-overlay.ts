import { expect, type Page } from '@playwright/test'

export type Moment = { atMs: number; phase: string; fading: boolean; flash: boolean }

/** Records every change of the overlay from the page's first script on. */
export async function watchOverlay(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const moments: unknown[] = []
    Object.assign(window, { overlayMoments: moments })
    const note = (element: HTMLElement) =>
      moments.push({
        atMs: performance.now(),
        phase: element.dataset.phase,
        fading: element.hasAttribute('data-fading'),
        flash: element.hasAttribute('data-flash'),
      })
    new MutationObserver((_, observer) => {
      const element = document.querySelector<HTMLElement>('[data-press]')
      if (!element) return
      observer.disconnect()
      new MutationObserver(() => note(element)).observe(element, {
        attributeFilter: ['data-phase', 'data-fading', 'data-flash'],
      })
    }).observe(document, { childList: true, subtree: true })
  })
}

/** Returns the changes so far. With `reset`, also deletes them. */
export const overlayMoments = (page: Page, reset = false): Promise<Moment[]> =>
  page.evaluate((forget) => {
    const { overlayMoments: moments } = window as unknown as { overlayMoments: Moment[] }
    return forget ? moments.splice(0) : [...moments]
  }, reset)

/** When a phase began, in milliseconds on the page's clock. */
export function startOf(moments: Moment[], is: (moment: Moment) => boolean): number {
  const moment = moments.find(is)
  if (!moment) throw new Error(`The overlay never reached this phase: ${JSON.stringify(moments)}`)
  return moment.atMs
}

/** Waits until the scripts and styles of animations are loaded: they are fetched after the first paint. */
export const waitUntilLoaded = (page: Page) =>
  expect(page.locator('html')).toHaveAttribute('data-loaded')

/** Stops a page's clock, which must be installed: no timer fires from now on. */
export const stopClock = async (page: Page): Promise<void> =>
  page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)

/**
 * Opens a page with a stopped clock and advances it in short steps until the overlay reaches a
 * phase.
 */
export async function openUntilPhase(page: Page, path: string, phase: string): Promise<void> {
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1000)
  await page.goto(path)
  // The clock must not run past 1.5 s before the script is loaded, because the intro waits for it only until then.
  await expect(async () => {
    await page.clock.runFor(20)
    await expect(page.locator('html')).toHaveAttribute('data-loaded', '', { timeout: 100 })
  }).toPass()
  // Advances in steps shorter than the strobe, so that no phase is skipped.
  await expect(async () => {
    await page.clock.runFor(100)
    await expect(overlayOf(page)).toHaveAttribute('data-phase', phase, { timeout: 100 })
  }).toPass()
}

/** Opens a page, stops its clock once it is ready, and forgets the overlay's changes so far. */
export async function openStopped(page: Page, path: string): Promise<void> {
  await page.clock.install()
  await page.goto(path)
  await waitUntilLoaded(page)
  await stopClock(page)
  await overlayMoments(page, true)
}

/** Skips the intro. */
export const skipIntro = (page: Page) =>
  page.addInitScript(() => sessionStorage.setItem('introPlayed', '1'))

export const overlayOf = (page: Page) => page.locator('[data-press]')

/** Clicks a link, even if another element covers it. If the page has no such link, adds one. */
export const follow = (page: Page, path: string): Promise<void> =>
  page
    .evaluate((href) => {
      const link =
        document.querySelector<HTMLAnchorElement>(`a[href="${href}"]`) ??
        document.body.appendChild(Object.assign(document.createElement('a'), { href }))
      link.click()
    }, path)
    .catch((error: Error) => {
      // The navigation destroyed the page before `evaluate` returned, so the click worked.
      if (!error.message.includes('Execution context was destroyed')) throw error
    })
