import type { DashboardProps } from '../../../../../platform/admin/feature-admin.ts'
import { CmsLink } from '../../../../../platform/admin/shell/CmsLink.tsx'
import { formatMoment } from '../../../../../platform/admin/shell/format.ts'
import { can } from '../../../../../platform/staff/can.ts'
import { findOpenReview } from '../../ask-review.ts'
import { countDrafts } from '../draft-counts.ts'

/** How many drafts wait, and who asks publishers to look at them. */
export async function DraftSummary({ req, timeZone, today }: DashboardProps) {
  const counts = Object.values(await countDrafts(req.payload))
  const waiting = counts.reduce((sum, each) => sum + each, 0)
  const asked = waiting && can(req, 'content.publish') ? await findOpenReview(req.payload) : null
  return (
    <p className="today__sum">
      {waiting
        ? `${waiting} ${waiting === 1 ? 'change waits' : 'changes wait'} to be published.`
        : 'Everything is published.'}
      {asked ? (
        <>
          {' '}
          <CmsLink href="/cms/visual">
            {asked.by ?? 'Somebody'} asks you to look at {asked.subject}
          </CmsLink>{' '}
          ({formatMoment(asked.at, timeZone, today)}).
        </>
      ) : null}
    </p>
  )
}
