import type { AdminViewServerProps } from 'payload'
import {
  AdminPage,
  AdminTemplate,
  requireStaff,
  viewPath,
} from '../../../../platform/admin/shell/AdminTemplate.tsx'
import { findAdminContext } from '../../../../platform/admin/shell/find-admin-context.ts'
import { can } from '../../../../platform/staff/can.ts'
import { listSitePages } from '../../admin/site-pages.ts'
import { countDrafts } from './draft-counts.ts'
import { PageCards } from './PageCards.tsx'
import { VisualClient } from './VisualClient.tsx'

/**
 * The view `/cms/visual/{page}/{section}/{key}`: a page in edit mode beside its texts. If the path names
 * no known page, the view lists all pages.
 */
export async function VisualView(view: AdminViewServerProps) {
  requireStaff(view, 'content.write')
  const { req } = view.initPageResult
  const [page, ...key] = viewPath(view).rest
  const { name } = await findAdminContext(req.payload)
  const pages = listSitePages(name)
  const sitePage = pages.find((each) => each.page === page)
  const start = { label: 'Edit pages', url: '/cms/visual' }
  if (!sitePage) {
    return (
      <AdminPage view={view} breadcrumbs={[start]}>
        <h1>Edit pages</h1>
        {page ? <p>There is no page called “{page}”. These are all there are:</p> : null}
        <PageCards pages={pages} drafts={await countDrafts(req.payload)} />
      </AdminPage>
    )
  }
  return (
    <AdminTemplate view={view} breadcrumbs={[start, { label: sitePage.name }]}>
      <VisualClient
        key={sitePage.page}
        sitePage={sitePage}
        pages={pages}
        selected={key.join('.') || null}
        canPublish={can(req, 'content.publish')}
      />
    </AdminTemplate>
  )
}
