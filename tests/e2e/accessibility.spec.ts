import { accessibilityViolations } from '../support/accessibility.ts'
import { pages } from '../support/pages.ts'
import { desktop, tablet } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'

test.use({ expectedErrors: [/status of 404/] })

// `pages.spec.ts` has the same test on a phone.
test('no page has an axe violation on a desktop and a tablet', {
  tag: ['@desktop', '@extended'],
}, async ({ visit }) => {
  for (const path of [...pages, '/no-such-page']) {
    await test.step(path, async () => {
      const page = await visit(path)
      // A tablet differs from a desktop only in its size.
      for (const { viewport } of [desktop, tablet]) {
        await page.setViewportSize(viewport)
        expect.soft(await accessibilityViolations(page), `${path} at ${viewport.width}`).toEqual([])
      }
    })
  }
})
