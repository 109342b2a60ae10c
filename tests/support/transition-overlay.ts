import { expect, type Page } from '@playwright/test'

/** A recorded change of the overlay, with the state after it. */
export type OverlayChange = { atMs: number; phase: string; fading: boolean; flash: boolean }

/** Records every change of the overlay from the page's first script on. */
export async function watchOverlay(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const changes: unknown[] = []
    Object.assign(window, { overlayChanges: changes })
    const note = (element: HTMLElement) =>
      changes.push({
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
export const overlayChanges = (page: Page, reset = false): Promise<OverlayChange[]> =>
  page.evaluate((forget) => {
    const { overlayChanges: changes } = window as unknown as { overlayChanges: OverlayChange[] }
    return forget ? changes.splice(0) : [...changes]
  }, reset)

/** Waits until the scripts and styles of animations are loaded: they are fetched after the first paint. */
export const waitUntilLoaded = (page: Page) =>
  expect(page.locator('html')).toHaveAttribute('data-loaded')

/** Pauses the page's fake clock, so that no timer fires. `page.clock.install()` must have been called before. */
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
  // The intro waits for the script for at most 1.5 s of the page's clock. The clock advances in small steps, so that
  // the script is loaded within this time.
  await expect(async () => {
    await page.clock.runFor(20)
    await expect(page.locator('html')).toHaveAttribute('data-loaded', '', { timeout: 100 })
  }).toPass()
  // Advances in steps that are shorter than the phases, so that none is skipped. `strobe` lasts 500 ms.
  await expect(async () => {
    await page.clock.runFor(100)
    await expect(overlayOf(page)).toHaveAttribute('data-phase', phase, { timeout: 100 })
  }).toPass()
}

/** Opens a page, stops its clock once the page is ready, and deletes the overlay's changes so far. */
export async function openStopped(page: Page, path: string): Promise<void> {
  await page.clock.install()
  await page.goto(path)
  await waitUntilLoaded(page)
  await stopClock(page)
  await overlayChanges(page, true)
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
