import type { DashboardProps } from '../../../platform/admin/feature-admin.ts'
import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'
import { databaseOf } from '../../../platform/database/query.ts'
import { countFailedRefunds } from '../queries/refunds.ts'

/** Shows how many refunds failed and wait for somebody to look after them. */
export async function FailedRefunds({ req }: DashboardProps) {
  const count = await countFailedRefunds(databaseOf(req.payload))
  return count ? (
    <p className="today__sum">
      <CmsLink href="/cms/card-payments?failed=1">
        {count === 1 ? 'One refund to a card failed.' : `${count} refunds to cards failed.`}
      </CmsLink>
    </p>
  ) : null
}
