import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Frame, type Page } from '@playwright/test'

// `axe.min.js` is half as large as `axe.source`. The script ends with `true`, because Playwright sends the value of the
// last expression back.
const axeScript = `${readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')};true`
const wcagTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

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
  // Elements that fade in have their final colours only at the end of the animation. On a busy machine, Chromium can
  // stop drawing the frames of a page, and its animations stop too.
  await page.evaluate(async () => {
    const animations = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
    const ended = Promise.allSettled(animations.map(({ finished }) => finished))
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 5000))])
    for (const each of animations) if (each.playState !== 'finished') each.finish()
  })
  const hasDialog = (await page.locator('dialog:modal').count()) > 0
  const part = hasDialog ? 'dialog:modal' : within
  const found = await violationsIn(page.mainFrame(), part)
  for (const frame of frames ? page.frames().slice(1) : []) {
    const element = await frame.frameElement()
    const isChecked = await element.evaluate(
      (each, selector) => !selector || (each as Element).closest(selector) !== null,
      part,
    )
    if (isChecked) found.push(...(await violationsIn(frame)))
  }
  return found
}

// Each frame is checked on its own: axe would need a second page to combine the results of frames.
async function violationsIn(frame: Frame, within?: string): Promise<string[]> {
  // Axe is large, so it is loaded once per document.
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeScript)
  return frame.evaluate(
    async ([part, tags]) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      const { violations } = await axe.run(part ?? document, {
        iframes: false,
        // Without this option, axe would also describe each element that passed.
        resultTypes: ['violations'],
        // Only a rule about audio and video needs preloading. The site has neither.
        preload: false,
        // The title is checked above. It may be missing now, because Next also replaces it at each new render.
        rules: { 'document-title': { enabled: false } },
        runOnly: { type: 'tag', values: tags },
      })
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
      )
    },
    [within, wcagTags] as const,
  )
}
