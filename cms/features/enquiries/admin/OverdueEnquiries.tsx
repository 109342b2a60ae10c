import type { DashboardProps } from '../../../platform/admin/feature-admin.ts'
import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'
import { databaseOf } from '../../../platform/database/query.ts'
import { countOverdue } from '../queries/enquiries.ts'

/** Shows how many enquiries wait for longer than they should. */
export async function OverdueEnquiries({ req, today }: DashboardProps) {
  const count = await countOverdue(databaseOf(req.payload), today)
  return count ? (
    <p className="today__sum">
      <CmsLink href="/cms/enquiries?view=list&due=overdue">
        {count === 1 ? 'One enquiry is overdue.' : `${count} enquiries are overdue.`}
      </CmsLink>
    </p>
  ) : null
}
