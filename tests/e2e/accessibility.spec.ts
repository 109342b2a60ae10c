import { accessibilityViolations } from '../support/accessibility.ts'
import { pages } from '../support/pages.ts'
import { expect, test } from '../support/test.ts'

test.use({ expectedErrors: [/status of 404/] })

for (const path of [...pages, '/no-such-page']) {
  test(`${path} has no axe violation`, async ({ visit }) => {
    expect(await accessibilityViolations(await visit(path))).toEqual([])
  })
}
