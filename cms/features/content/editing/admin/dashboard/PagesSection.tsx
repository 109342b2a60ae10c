import type { DashboardProps } from '../../../../../platform/admin/feature-admin.ts'
import { findAdminContext } from '../../../../../platform/admin/shell/find-admin-context.ts'
import { listSitePages } from '../../../admin/site-pages.ts'
import { countDrafts } from '../draft-counts.ts'
import { PageCards } from '../PageCards.tsx'

export async function PagesSection({ req }: DashboardProps) {
  const [{ name }, drafts] = await Promise.all([
    findAdminContext(req.payload),
    countDrafts(req.payload),
  ])
  return (
    <section className="today__pages">
      <h2>Pages</h2>
      <PageCards pages={listSitePages(name)} drafts={drafts} />
      {drafts.global ? (
        <p>
          {drafts.global} of the texts that stand on every page {drafts.global === 1 ? 'is' : 'are'}{' '}
          in draft. They are among the texts of each page.
        </p>
      ) : null}
    </section>
  )
}
