import { createLocalReq } from 'payload'
import type { DashboardProps, WeekFigure } from '../../../platform/admin/feature-admin.ts'
import { readReport } from '../reports/service.ts'
import { rangeOf } from './settings.ts'
import { describeRange } from './texts.ts'

const href = '/cms/member-analytics'

/** The visitors and page views of the seven days until yesterday. The analytics screen shows these days by default. */
export async function findVisitorFigures({ req, today }: DashboardProps): Promise<WeekFigure[]> {
  const range = rangeOf('7d', today)
  // Uses its own request: the report is read in a transaction, which other parts of the dashboard must not join.
  const own = await createLocalReq({}, req.payload)
  const report = await readReport(own, 'overview', { ...range, compare: 'previous' })
  if (report.tooFew) return []
  const day = await readReport(own, 'overview', { from: today, to: today, compare: 'none' })
  const now = day.tooFew ? null : day.totals
  const { totals, before } = report
  const note = `Whole days: ${describeRange(range, today)}.`
  return [
    {
      label: 'Visitors',
      href,
      count: totals.visitors,
      before: before?.visitors ?? null,
      ...(now && { today: now.visitors }),
      note,
    },
    {
      label: 'Page views',
      href,
      count: totals.views,
      before: before?.views ?? null,
      ...(now && { today: now.views }),
      note,
    },
  ]
}
