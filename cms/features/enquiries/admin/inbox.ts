import type { DashboardProps, InboxItem } from '../../../platform/admin/feature-admin.ts'
import { databaseOf } from '../../../platform/database/query.ts'
import { countOverdue, countUnanswered } from '../queries/enquiries.ts'

/** Enquiries that nobody has answered, and those that wait for longer than they should. */
export async function findWaitingEnquiries({ req, today }: DashboardProps): Promise<InboxItem[]> {
  const db = databaseOf(req.payload)
  const [overdue, unanswered] = await Promise.all([countOverdue(db, today), countUnanswered(db)])
  return [
    {
      ...{ key: 'enquiries-overdue', count: overdue, isUrgent: true },
      text: overdue === 1 ? 'One enquiry is overdue.' : `${overdue} enquiries are overdue.`,
      href: '/cms/enquiries?view=list&due=overdue',
    },
    {
      ...{ key: 'enquiries-new', count: unanswered },
      text:
        unanswered === 1
          ? 'One enquiry waits for an answer.'
          : `${unanswered} enquiries wait for an answer.`,
      href: '/cms/enquiries',
    },
  ].flatMap(({ count, ...item }) => (count ? [item] : []))
}
