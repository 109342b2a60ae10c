import type { DashboardProps, WeekFigure } from '../../../platform/admin/feature-admin.ts'
import { databaseOf } from '../../../platform/database/query.ts'
import { countNudgesOfTwoWeeks } from '../queries/staff-numbers.ts'

const href = '/cms/collections/nudges'

/** The nudges that were sent, and the clicks on them. */
export async function findNudgeFigures({ req, timeZone }: DashboardProps): Promise<WeekFigure[]> {
  const counts = await countNudgesOfTwoWeeks(databaseOf(req.payload), timeZone)
  return [
    {
      label: 'Nudges sent',
      href,
      count: counts.sent,
      before: counts.sentBefore,
      today: counts.sentToday,
    },
    {
      label: 'Clicks on nudges',
      href,
      count: counts.clicked,
      before: counts.clickedBefore,
      note: 'Counted for the nudges of that week.',
    },
  ]
}
