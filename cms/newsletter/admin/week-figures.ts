import type { DashboardProps, WeekFigure } from '../../admin/feature-admin.ts'
import { databaseOf } from '../../database/query.ts'
import { countJoined } from '../queries/subscriber-list.ts'

export const findSubscriberFigures = async ({ req }: DashboardProps): Promise<WeekFigure[]> => [
  {
    label: 'New subscribers',
    href: '/cms/collections/subscribers',
    ...(await countJoined(databaseOf(req.payload))),
  },
]
