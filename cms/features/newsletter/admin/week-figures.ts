import type { DashboardProps, WeekFigure } from '../../../platform/admin/feature-admin.ts'
import { databaseOf } from '../../../platform/database/query.ts'
import { countJoined } from '../queries/subscriber-list.ts'

export const findSubscriberFigures = async ({
  req,
  timeZone,
}: DashboardProps): Promise<WeekFigure[]> => [
  {
    label: 'New subscribers',
    href: '/cms/collections/subscribers',
    ...(await countJoined(databaseOf(req.payload), timeZone)),
  },
]
