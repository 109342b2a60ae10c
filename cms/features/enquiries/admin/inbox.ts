import type { DashboardProps, InboxItem } from '../../../platform/admin/feature-admin.ts'
import { databaseOf } from '../../../platform/database/query.ts'
import { countDue, countUnanswered } from '../queries/enquiries.ts'

const many = (count: number) => (count === 1 ? 'One enquiry' : `${count} enquiries`)
const are = (count: number) => (count === 1 ? 'is' : 'are')
const list = '/cms/enquiries?view=list&due='

/** Enquiries that are overdue, due today or not answered yet, and those whose address nobody confirmed. */
export async function findWaitingEnquiries({ req, today }: DashboardProps): Promise<InboxItem[]> {
  const db = databaseOf(req.payload)
  const [due, unanswered] = [await countDue(db, today), await countUnanswered(db, today)]
  return [
    {
      ...{ key: 'enquiries-overdue', count: due.overdue, isUrgent: true },
      text: `${many(due.overdue)} ${are(due.overdue)} overdue.`,
      href: `${list}overdue`,
    },
    {
      ...{ key: 'enquiries-today', count: due.today },
      text: `${many(due.today)} ${are(due.today)} due today.`,
      href: `${list}today`,
    },
    {
      ...{ key: 'enquiries-new', count: unanswered },
      text: `${many(unanswered)} ${unanswered === 1 ? 'waits' : 'wait'} for an answer.`,
      href: '/cms/enquiries',
    },
    {
      ...{ key: 'enquiries-unconfirmed', count: due.unconfirmed },
      text: `${many(due.unconfirmed)} ${due.unconfirmed === 1 ? 'waits' : 'wait'}, of people who have not confirmed their address.`,
      href: `${list}today`,
    },
  ].flatMap(({ count, ...item }) => (count ? [item] : []))
}
