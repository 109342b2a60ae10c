import { accessibilityViolations } from '../support/accessibility.ts'
import { barOf, openAsStaff, openText, startEditing, textOn } from '../support/editing-bar.ts'
import { expect, test } from '../support/own-site.ts'
import { pages } from '../support/pages.ts'

test.use({ siteName: 'barriers' })

// Runs in the page. Moves a pointer over each text and picture, or only over those in `main`. Returns the number of
// elements that react, and the elements that do not.
async function findUnreactive(
  isOnlyMain: boolean,
): Promise<{ reactive: number; unreactive: string[] }> {
  const nextTask = () =>
    new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve()
      port2.postMessage(null)
    })
  // The editor reacts in an animation frame. Here it reacts without waiting until a frame is painted.
  window.requestAnimationFrame = (react) => {
    void nextTask().then(() => react(performance.now()))
    return 0
  }
  const isVisuallyHidden = (each: Element | null): boolean =>
    each !== null &&
    (getComputedStyle(each).clipPath !== 'none' || isVisuallyHidden(each.parentElement))
  const placesOf = (key: HTMLElement) => {
    const range = document.createRange()
    range.selectNodeContents(key)
    const boxes = key.dataset.cms ? [...range.getClientRects()] : [key.getBoundingClientRect()]
    const parts = key.dataset.cms ? [0.5] : [0.5, 0.2, 0.8, 0.05, 0.95]
    return boxes
      .flatMap(({ left, top, width, height }) =>
        parts.flatMap((x) => parts.map((y) => ({ x: left + width * x, y: top + height * y }))),
      )
      .filter(({ x, y }) => x > 0 && y > 0 && x < innerWidth && y < innerHeight)
  }
  let reactive = 0
  const unreactive: string[] = []
  for (const key of document.querySelectorAll<HTMLElement>(
    isOnlyMain ? 'main [data-ed-key]' : '[data-ed-key]',
  )) {
    if (!key.checkVisibility({ visibilityProperty: true }) || isVisuallyHidden(key)) continue
    const { top, bottom } = key.getBoundingClientRect()
    // The page header and the editing bar cover the edges of the viewport.
    if (top < innerHeight * 0.2 || bottom > innerHeight * 0.8)
      key.scrollIntoView({ block: 'center', behavior: 'instant' })
    const places = placesOf(key)
    if (!places.length) continue
    let isReactive = false
    for (const { x, y } of places) {
      const at = { clientX: x, clientY: y, pointerType: 'mouse', bubbles: true }
      document.elementFromPoint(x, y)?.dispatchEvent(new PointerEvent('pointermove', at))
      for (let task = 0; task < 100 && !isReactive; task++) {
        await nextTask()
        isReactive = key.hasAttribute('data-ed-over')
      }
      if (isReactive) break
    }
    if (isReactive) reactive += 1
    else unreactive.push(key.outerHTML.slice(0, 90))
  }
  return { reactive, unreactive }
}

test('in edit mode no page has an axe violation, and each text and picture can be clicked', {
  tag: '@extended',
}, async ({ openPage }) => {
  const page = await openPage('publisher')
  for (const path of pages) {
    await test.step(path, async () => {
      await openAsStaff(page, path)
      await startEditing(page)
      // The navigation, the footer and the bar are the same on all pages.
      const isOnlyMain = path !== pages[0]
      const part = isOnlyMain ? { within: 'main' } : {}
      expect.soft(await accessibilityViolations(page, part), path).toEqual([])
      const { reactive, unreactive } = await page.evaluate(findUnreactive, isOnlyMain)
      expect.soft(unreactive, path).toEqual([])
      expect.soft(reactive, path).toBeGreaterThan(5)
    })
  }
})

test('no editing sheet has an axe violation', async ({ openPage }, { project }) => {
  const page = await openPage('publisher')
  await openAsStaff(page, '/cafe')
  await startEditing(page)
  const found: Record<string, string[]> = {}
  // The frame of “As a visitor” shows a page that `pages.spec.ts` checks.
  const check = async (what: string, within?: string) => {
    const violations = await accessibilityViolations(page, { within, frames: false })
    if (violations.length) found[what] = violations
  }
  const field = await openText(page, 'story.title')
  await check('an open text', 'main, #editing-host')
  await field.fill('Words to be reviewed')
  await field.press('Enter')
  await expect(page.getByText('Content Saved')).toBeVisible()
  await check('a toast', '.ui-toasts')
  if (project.name === 'phone') await barOf(page).getByRole('button', { name: 'More' }).click()
  for (const [button, dialog] of [
    [/^Review/, 'Review and publish'],
    ['Texts', 'Texts and pictures'],
    ['History', 'History of this page'],
    ['As a visitor', 'As a visitor sees it'],
    ['Help: keys and words', 'Keys and words'],
  ] as const) {
    await barOf(page).getByRole('button', { name: button }).click()
    const sheet = page.getByRole('dialog', { name: dialog })
    await expect(sheet).toBeVisible()
    await expect(sheet.getByText('Looking it up …')).toHaveCount(0)
    await check(dialog)
    await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
  }
  await textOn(page, 'pictures.picture_1').click()
  await expect(page.getByRole('dialog', { name: /^Picture/ })).toBeVisible()
  await check('a picture')
  expect(found).toEqual({})
})
