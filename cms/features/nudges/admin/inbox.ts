import { readAsUserOptions } from '../../../platform/admin/calls/read-as-user.ts'
import type { DashboardProps, InboxItem } from '../../../platform/admin/feature-admin.ts'

/** Nudges that were not sent at their time. */
export async function findMissedNudges({ req }: DashboardProps): Promise<InboxItem[]> {
  const { totalDocs: count } = await req.payload.count({
    collection: 'nudges',
    where: { state: { equals: 'draft' }, missed_at: { exists: true } },
    ...readAsUserOptions(req),
  })
  if (!count) return []
  const text =
    count === 1 ? 'One nudge did not go out in time.' : `${count} nudges did not go out in time.`
  return [{ key: 'nudges', text, href: '/cms/collections/nudges', isUrgent: true }]
}
