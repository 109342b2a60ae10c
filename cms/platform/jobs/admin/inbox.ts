import type { DashboardProps, InboxItem } from '../../admin/feature-admin.ts'
import { databaseOf } from '../../database/query.ts'
import { countFailedJobs } from '../heartbeat.ts'

/** Jobs that failed permanently and that no feature reports. */
export async function findFailedJobs({ req }: DashboardProps): Promise<InboxItem[]> {
  const count = await countFailedJobs(databaseOf(req.payload))
  if (!count) return []
  const text = count === 1 ? 'One job failed for good.' : `${count} jobs failed for good.`
  return [{ key: 'jobs', text, href: '/cms#jobs', isUrgent: true }]
}
