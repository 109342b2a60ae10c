import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

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
  // Elements that fade in have their final colours only at the end.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished),
    ),
  )
  // Otherwise the browser would also describe each element that passed, and send it.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).withTags(rules)
  if (await page.locator('dialog:modal').count()) axe.include('dialog:modal')
  else if (within) axe.include(within)
  // Without frames, axe needs no additional page to combine the results.
  const hasFrames = frames && (await page.locator('iframe').count()) > 0
  const { violations } = await axe.setLegacyMode(!hasFrames).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
  )
}
