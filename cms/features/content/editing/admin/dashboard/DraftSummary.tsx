import type { DashboardProps } from '../../../../../platform/admin/feature-admin.ts'
import { CmsLink } from '../../../../../platform/admin/shell/CmsLink.tsx'
import { formatMoment } from '../../../../../platform/admin/shell/format.ts'
import { can } from '../../../../../platform/staff/can.ts'
import { findOpenReviews } from '../../ask-review.ts'
import { countDrafts } from '../draft-counts.ts'

// The others are reached from the same page.
const maxShown = 5

/** How many drafts wait, and who asks publishers to look at them. */
export async function DraftSummary({ req, timeZone, today }: DashboardProps) {
  const counts = Object.values(await countDrafts(req.payload))
  const waiting = counts.reduce((sum, each) => sum + each, 0)
  const asked = can(req, 'content.publish') ? await findOpenReviews(req.payload) : []
  return (
    <>
      <p className="today__sum">
        {waiting
          ? `${waiting} ${waiting === 1 ? 'change waits' : 'changes wait'} to be published.`
          : 'Everything is published.'}
      </p>
      {asked.slice(0, maxShown).map(({ id, by, subject, at }) => (
        <p className="today__sum" key={id}>
          <CmsLink href="/cms/visual">
            {by ?? 'Somebody'} asks you to look at {subject}
          </CmsLink>{' '}
          ({formatMoment(at, timeZone, today)}).
        </p>
      ))}
      {asked.length > maxShown ? (
        <p className="today__sum">And {asked.length - maxShown} more ask for a review.</p>
      ) : null}
    </>
  )
}
