import type { DashboardProps, InboxItem } from '../../../platform/admin/feature-admin.ts'
import { findStartProblems } from '../queries/state.ts'

/** Letters that are overdue, or did not go out. */
export async function findOverdueLetters({ req }: DashboardProps): Promise<InboxItem[]> {
  const { overdue, failed } = await findStartProblems(req.payload)
  const href = '/cms/collections/letters'
  return [
    {
      ...{ key: 'letters-overdue', count: overdue },
      text: overdue === 1 ? 'One letter is overdue.' : `${overdue} letters are overdue.`,
    },
    {
      ...{ key: 'letters-failed', count: failed.length },
      text:
        failed.length === 1
          ? 'One letter did not go out in time.'
          : `${failed.length} letters did not go out in time.`,
    },
  ].flatMap(({ count, ...item }) => (count ? [{ ...item, href, isUrgent: true }] : []))
}
