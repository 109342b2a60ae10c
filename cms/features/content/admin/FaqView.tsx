import type { AdminViewServerProps, PayloadRequest } from 'payload'
import { readAsUserOptions } from '../../../platform/admin/calls/read-as-user.ts'
import { AdminPage, requireStaff, viewPath } from '../../../platform/admin/shell/AdminTemplate.tsx'
import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'
import type { Faq } from '../../../platform/payload/payload-types.ts'
import { can } from '../../../platform/staff/can.ts'
import { publicPages } from '../../pages.ts'
import { pageName } from '../routes.ts'
import { FaqClient } from './FaqClient.tsx'
import type { Question } from './rules.ts'

/** `/cms/faq/{page}`: the questions of a page. Without a page: a list of pages. */
export async function FaqView(view: AdminViewServerProps) {
  requireStaff(view, 'content.write')
  const { req } = view.initPageResult
  const [requested] = viewPath(view).rest
  const match = Object.entries(publicPages).find(([, page]) => page === requested)
  const start = { label: 'Questions', url: '/cms/faq' }
  if (!match) {
    const counts = await questionCounts(req)
    return (
      <AdminPage view={view} breadcrumbs={[start]}>
        <h1>Questions</h1>
        <p>Questions and answers, page by page.</p>
        <ul className="page-cards">
          {Object.values(publicPages).map((page) => (
            <li key={page}>
              <CmsLink className="page-cards__name" href={`/cms/faq/${page}`}>
                {pageName(page)}
              </CmsLink>
              <span className="page-cards__state">{counts.get(page) ?? 0}</span>
            </li>
          ))}
        </ul>
      </AdminPage>
    )
  }
  const [, page] = match
  return (
    <AdminPage view={view} breadcrumbs={[start, { label: pageName(page) }]} className="faq">
      <header className="faq__head">
        <h1>{pageName(page)}: questions</h1>
      </header>
      <FaqClient
        key={page}
        page={page}
        questions={await questionsOf(req, page)}
        canPublish={can(req, 'content.publish')}
      />
    </AdminPage>
  )
}

async function questionCounts(req: PayloadRequest): Promise<Map<string, number>> {
  const { docs } = await req.payload.find({
    collection: 'faq',
    draft: true,
    pagination: false,
    select: { page: true },
    ...readAsUserOptions(req),
  })
  return new Map(
    [...Map.groupBy(docs, ({ page }) => page)].map(([page, { length }]) => [page, length]),
  )
}

async function questionsOf(req: PayloadRequest, page: Faq['page']): Promise<Question[]> {
  const options = {
    collection: 'faq' as const,
    where: { page: { equals: page } },
    sort: ['position', 'id'] as string[],
    pagination: false,
    ...readAsUserOptions(req),
  }
  const [newest, main] = await Promise.all([
    req.payload.find({ ...options, draft: true }),
    req.payload.find(options),
  ])
  const live = new Set(main.docs.filter((each) => each._status === 'published').map(({ id }) => id))
  return newest.docs.map(({ id, question, answer, position, updatedAt, _status }) => ({
    id,
    question,
    answer,
    position,
    updatedAt,
    state: _status === 'published' ? 'published' : live.has(id) ? 'changed' : 'draft',
  }))
}
