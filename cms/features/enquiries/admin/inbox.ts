import type { DashboardProps, InboxItem } from '../../../platform/admin/feature-admin.ts'
import { databaseOf } from '../../../platform/database/query.ts'
import { countDue } from '../queries/enquiries.ts'

const many = (count: number) => (count === 1 ? 'One enquiry' : `${count} enquiries`)
const are = (count: number) => (count === 1 ? 'is' : 'are')
const href = '/cms/enquiries?view=list&due=today'

/** Enquiries that wait for longer than they should, those that are due today, and those whose address nobody confirmed. */
export async function findWaitingEnquiries({ req, today }: DashboardProps): Promise<InboxItem[]> {
  const due = await countDue(databaseOf(req.payload), today)
  return [
    {
      ...{ key: 'enquiries-overdue', count: due.overdue, isUrgent: true, href },
      text: `${many(due.overdue)} ${are(due.overdue)} overdue.`,
    },
    {
      ...{ key: 'enquiries-today', count: due.today, href },
      text: `${many(due.today)} ${are(due.today)} due today.`,
    },
    {
      ...{ key: 'enquiries-unconfirmed', count: due.unconfirmed, href },
      text: `${many(due.unconfirmed)} ${due.unconfirmed === 1 ? 'waits' : 'wait'}, of people who have not confirmed their address.`,
    },
  ].flatMap(({ count, ...item }) => (count ? [item] : []))
}
