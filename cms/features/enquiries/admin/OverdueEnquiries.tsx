import type { DashboardProps } from '../../../platform/admin/feature-admin.ts'
import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'
import { databaseOf } from '../../../platform/database/query.ts'
import { countDue } from '../queries/enquiries.ts'

const many = (count: number) => (count === 1 ? 'One enquiry' : `${count} enquiries`)
const are = (count: number) => (count === 1 ? 'is' : 'are')

/** Shows how many enquiries wait for longer than they should, and what is to be done today. */
export async function OverdueEnquiries({ req, today }: DashboardProps) {
  const due = await countDue(databaseOf(req.payload), today)
  const parts = [
    due.overdue && `${many(due.overdue)} ${are(due.overdue)} overdue.`,
    due.today && `${many(due.today)} ${are(due.today)} due today.`,
    due.unconfirmed &&
      `${many(due.unconfirmed)} ${due.unconfirmed === 1 ? 'waits' : 'wait'}, of people who have not confirmed their address.`,
  ].filter((part) => typeof part === 'string')
  return parts.length ? (
    <p className="today__sum">
      <CmsLink href="/cms/enquiries?view=list&due=today">{parts.join(' ')}</CmsLink>
    </p>
  ) : null
}
