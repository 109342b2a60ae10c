import type { DashboardProps, InboxItem } from '../../../platform/admin/feature-admin.ts'
import { databaseOf } from '../../../platform/database/query.ts'
import { countForStaff } from '../queries/moderation.ts'

/** How many moments wait for a decision, and how many somebody took down or reported. */
export async function findWaitingMoments({ req }: DashboardProps): Promise<InboxItem[]> {
  const { waiting, reported } = await countForStaff(databaseOf(req.payload))
  if (!waiting && !reported) return []
  const wait = `${waiting === 1 ? 'One moment waits' : `${waiting} moments wait`} to be looked at`
  const were = reported
    ? `, and ${reported === 1 ? 'one was' : `${reported} were`} taken down or reported`
    : ''
  return [{ key: 'moments', text: `${wait}${were}.`, href: '/cms/moments' }]
}
