import { expect, type Frame, type Page } from '@playwright/test'
import axe from 'axe-core'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Lists the violations of WCAG 2.2 AA that axe finds, one line each. If a modal dialog is open, only the
 * dialog is checked, because the rest of the page is inert.
 * @param options.frames false skips frames. In a frame without scripts, axe never returns.
 * @param options.within selector of the only part that is checked
 */
export async function accessibilityViolations(
  page: Page,
  { frames = true, within }: { frames?: boolean; within?: string } = {},
): Promise<string[]> {
  // Next replaces the title shortly after it has shown another page.
  await expect(page).toHaveTitle(/./)
  // Elements that fade in have their final colours only at the end.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished),
    ),
  )
  const hasDialog = (await page.locator('dialog:modal').count()) > 0
  const found = [await violationsIn(page.mainFrame(), hasDialog ? 'dialog:modal' : within)]
  if (frames && !hasDialog && !within) {
    for (const frame of page.frames()) {
      if (frame !== page.mainFrame()) found.push(await violationsIn(frame))
    }
  }
  return found.flat()
}

// Each frame is checked on its own: axe would need a second page to combine the results of frames.
async function violationsIn(frame: Frame, within?: string): Promise<string[]> {
  // A document keeps axe, because axe is large.
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source)
  return frame.evaluate(
    async ([part, tags]) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      const { violations } = await axe.run(part ?? document, {
        iframes: false,
        // Otherwise axe would also describe each element that passed.
        resultTypes: ['violations'],
        runOnly: { type: 'tag', values: tags },
      })
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
      )
    },
    [within, rules] as const,
  )
}
