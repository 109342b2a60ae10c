import type { AdminViewServerProps, Payload } from 'payload'
import { AdminPage, requireStaff, viewPath } from '../../../platform/admin/shell/AdminTemplate.tsx'
import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'
import { findAdminContext } from '../../../platform/admin/shell/find-admin-context.ts'
import { formatMoment } from '../../../platform/admin/shell/format.ts'
import { databaseOf } from '../../../platform/database/query.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { can } from '../../../platform/staff/can.ts'
import { asWords } from '../../../platform/ui/as-words.ts'
import { fields } from '../csv/columns.ts'
import type { ImportStatus } from '../imports/contract.ts'
import { findImportStatus, newestImports } from '../imports/service.ts'
import { findGrowth } from '../queries/growth.ts'
import { countSubscribersByState } from '../staff/export.ts'
import { ExportForm } from './ExportForm.tsx'
import { Growth } from './Growth.tsx'
import { ImportSheet } from './ImportSheet.tsx'
import { ImportStart } from './ImportStart.tsx'

const listsBreadcrumb = { label: 'Import & export', url: '/cms/newsletter/lists' }

/** `/cms/newsletter/lists`: import and export of subscribers; with an id, one import. */
export async function ListsView(view: AdminViewServerProps) {
  requireStaff(view)
  const { req } = view.initPageResult
  if (!can(req, 'subscribers.manage')) {
    return (
      <AdminPage view={view} breadcrumbs={[listsBreadcrumb]} className="lists admin-inputs">
        <h1>Import & export</h1>
        <p>Subscribers come and go with publishers. Ask one of them.</p>
      </AdminPage>
    )
  }
  const [, id] = viewPath(view).rest
  const { timeZone, today } = await findAdminContext(req.payload)
  const found = id ? await findImport(req.payload, id) : null
  if (found) {
    return (
      <AdminPage
        view={view}
        breadcrumbs={[listsBreadcrumb, { label: found.name }]}
        className="lists admin-inputs"
      >
        <header className="lists-head">
          <h1>{found.name}</h1>
          <p>
            {found.by} · {formatMoment(found.at, timeZone, today)}
          </p>
        </header>
        <ImportSheet key={found.id} initialStatus={found} today={today} />
      </AdminPage>
    )
  }
  const [imports, counts, weeks] = await Promise.all([
    newestImports(req.payload),
    countSubscribersByState(req.payload),
    findGrowth(databaseOf(req.payload), timeZone),
  ])
  return (
    <AdminPage view={view} breadcrumbs={[listsBreadcrumb]} className="lists admin-inputs">
      <h1>Import & export</h1>
      {id ? <p className="admin-warning">There is no such import any more.</p> : null}
      <div className="lists-ways">
        <section>
          <h2>Import a list</h2>
          <ConsentNote />
          <ImportStart />
        </section>
        <section>
          <h2>Export a list</h2>
          <ExportForm counts={counts} />
        </section>
      </div>
      <Growth weeks={weeks} today={today} />
      {imports.length ? (
        <section>
          <h2>Lately</h2>
          <ul className="lists-lately">
            {imports.map(({ id, name, by, at, state }) => (
              <li key={id}>
                <time dateTime={at}>{formatMoment(at, timeZone, today)}</time>
                <CmsLink href={`/cms/newsletter/lists/${id}`}>{name}</CmsLink>
                <span>{by}</span>
                <span>{asWords(state)}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </AdminPage>
  )
}

const ConsentNote = () => (
  <>
    <p>
      Letters go only to those whose consent is stated: in the list, with when they agreed in a
      column <code>consent_at</code> and how or in which words in <code>consent_how</code> or{' '}
      <code>consent_wording</code>, or by you for the whole list. The others are asked by mail or
      left out, as you choose. Nobody who has left comes back by a list.
    </p>
    <details className="lists-columns">
      <summary>Columns it may have</summary>
      <p className="lists-known">
        {fields.map((field) => (
          <code key={field}>{field}</code>
        ))}
      </p>
      <p className="admin-quiet">
        In any order, and only <code>email</code> is needed. Columns as other newsletter services
        name them are understood too, and you can say yourself what a column holds.
      </p>
    </details>
  </>
)

async function findImport(payload: Payload, text: string): Promise<ImportStatus | null> {
  const id = Number(text)
  if (!Number.isSafeInteger(id) || id < 1 || id >= 2 ** 31) return null
  try {
    return await findImportStatus(payload, id)
  } catch (error) {
    if (error instanceof HttpError) return null
    throw error
  }
}
