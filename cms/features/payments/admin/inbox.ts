import type { DashboardProps, InboxItem } from '../../../platform/admin/feature-admin.ts'
import { databaseOf } from '../../../platform/database/query.ts'
import { countFailedRefunds } from '../queries/refunds.ts'

/** Refunds that failed and wait for somebody to look after them. */
export async function findRefundsInTrouble({ req }: DashboardProps): Promise<InboxItem[]> {
  const count = await countFailedRefunds(databaseOf(req.payload))
  if (!count) return []
  const text = count === 1 ? 'One refund to a card failed.' : `${count} refunds to cards failed.`
  return [{ key: 'refunds', text, href: '/cms/card-payments?failed=1', isUrgent: true }]
}
