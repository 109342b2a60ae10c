import { Gutter, Link } from '@payloadcms/ui'
import type { AdminViewServerProps } from 'payload'
import { AdminTemplate, requireStaff } from '../../../platform/admin/shell/AdminTemplate.tsx'
import { findAdminContext } from '../../../platform/admin/shell/find-admin-context.ts'
import { formatMoment } from '../../../platform/admin/shell/format.ts'
import { can } from '../../../platform/staff/can.ts'
import { listMissing } from '../missing.ts'
import { ImportForm } from './ImportForm.tsx'
import { MissingRow } from './MissingRow.tsx'
import './redirects.css'

const breadcrumbs = [
  { label: 'Redirects', url: '/cms/collections/redirects' },
  { label: 'Missing pages, import & export' },
]

/** `/cms/redirects`: paths that visitors did not find, and redirects as a CSV file. */
export async function RedirectsView(view: AdminViewServerProps) {
  requireStaff(view)
  const { req } = view.initPageResult
  if (!can(req, 'redirects.manage')) {
    return (
      <AdminTemplate view={view} breadcrumbs={breadcrumbs}>
        <Gutter className="admin-view lists">
          <h1>Missing pages</h1>
          <p>Publishers set redirects. Ask one of them.</p>
        </Gutter>
      </AdminTemplate>
    )
  }
  const { timeZone, today } = await findAdminContext(req.payload)
  const missing = await listMissing(req.payload)
  return (
    <AdminTemplate view={view} breadcrumbs={breadcrumbs}>
      <Gutter className="admin-view lists">
        <h1>Missing pages</h1>
        <section>
          <h2>Asked for, and not found</h2>
          {missing.length ? (
            <ul className="missing-paths admin-inputs">
              {missing.map(({ path, count, lastAt, nearest }) => (
                <MissingRow
                  key={path}
                  path={path}
                  suggestion={nearest ?? ''}
                  count={count}
                  lastRequest={formatMoment(lastAt, timeZone, today)}
                />
              ))}
            </ul>
          ) : (
            <p>
              Nobody has missed a page. What visitors ask for in vain is listed here within seconds.
            </p>
          )}
        </section>
        <div className="lists-ways">
          <section>
            <h2>Import redirects</h2>
            <ImportForm />
          </section>
          <section>
            <h2>Export redirects</h2>
            <p>Every redirect, as a CSV file that can be imported again.</p>
            <p>
              <a href="/api/redirect-list/export" download>
                Download redirects.csv
              </a>
            </p>
            <p>
              <Link href="/cms/collections/redirects" prefetch={false}>
                All redirects
              </Link>
            </p>
          </section>
        </div>
      </Gutter>
    </AdminTemplate>
  )
}
