import { expect, type Page } from '@playwright/test'
import { extended } from './tiers.ts'

/** Playwright options of a phone. */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
export const tablet = { viewport: { width: 768, height: 1024 } }
export const desktop = { viewport: { width: 1440, height: 900 } }

/** The viewport sizes of phone, tablet and desktop. */
export const everySize = [phone, tablet, desktop].map(({ viewport }) => viewport)

/** Expects that a page is not wider than a phone, a tablet and a desktop. Restores the page's size afterwards. */
export async function expectFitsScreens(page: Page): Promise<void> {
  const screen = page.viewportSize()
  for (const size of everySize) {
    await page.setViewportSize(size)
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(over, `wider than a screen of ${size.width}`).toBeLessThanOrEqual(0)
  }
  if (screen) await page.setViewportSize(screen)
}

/**
 * Names and tags of desktop and phone, for a journey that differs between them.
 * @param inGate the screen on which the gate takes it
 */
export const onEachScreen = (inGate: 'desktop' | 'phone') =>
  (['desktop', 'phone'] as const).map((screen) => ({
    screen,
    tag: screen === inGate ? [`@${screen}`] : [`@${screen}`, `@${extended.name}`],
  }))
