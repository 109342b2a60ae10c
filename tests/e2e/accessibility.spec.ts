import AxeBuilder from '@axe-core/playwright'
import { pages } from '../support/pages.ts'
import { expect, test } from '../support/test.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

test.use({ expectedErrors: [/status of 404/] })

for (const path of [...pages, '/no-such-page']) {
  test(`${path} has no known barrier`, async ({ visit }) => {
    const page = await visit(path)
    const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze()
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
    )
    expect(found).toEqual([])
  })
}
