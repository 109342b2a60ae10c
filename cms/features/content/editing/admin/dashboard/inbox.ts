import type { DashboardProps, InboxItem } from '../../../../../platform/admin/feature-admin.ts'
import { workerState } from '../../worker-state.ts'

/** Scheduled changes of pages that are overdue, or were not done. */
export async function findOverdueChanges({ req }: DashboardProps): Promise<InboxItem[]> {
  const { overdue, failed } = await workerState(req.payload)
  const href = '/cms/collections/scheduled_changes'
  return [
    {
      ...{ key: 'changes-overdue', count: overdue },
      text:
        overdue === 1
          ? 'One scheduled change is overdue.'
          : `${overdue} scheduled changes are overdue.`,
    },
    {
      ...{ key: 'changes-failed', count: failed },
      text:
        failed === 1
          ? 'One scheduled change was not done.'
          : `${failed} scheduled changes were not done.`,
    },
  ].flatMap(({ count, ...item }) => (count ? [{ ...item, href, isUrgent: true }] : []))
}
