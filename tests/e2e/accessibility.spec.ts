import { accessibilityViolations } from '../support/accessibility.ts'
import { pages } from '../support/pages.ts'
import { desktop, phone, tablet } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'

test.use({ expectedErrors: [/status of 404/] })

for (const path of [...pages, '/no-such-page']) {
  test(`${path} has no axe violation`, async ({ visit, isMobile }) => {
    const page = await visit(path)
    // A tablet differs from a desktop only in its size.
    for (const { viewport } of isMobile ? [phone] : [desktop, tablet]) {
      await page.setViewportSize(viewport)
      expect(await accessibilityViolations(page), `at ${viewport.width}`).toEqual([])
    }
  })
}
