import type { DashboardProps, WeekNumber } from '../../admin/feature-admin.ts'
import { databaseOf } from '../../database/query.ts'
import { countJoined } from '../queries/subscriber-list.ts'

export const findSubscriberNumbers = async ({ req }: DashboardProps): Promise<WeekNumber[]> => [
  {
    label: 'New subscribers',
    href: '/cms/collections/subscribers',
    ...(await countJoined(databaseOf(req.payload))),
  },
]
