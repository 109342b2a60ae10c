import type { DashboardProps } from '../../../platform/admin/feature-admin.ts'
import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'
import { databaseOf } from '../../../platform/database/query.ts'
import { can } from '../../../platform/staff/can.ts'
import { findDamagedRecords } from '../queries/damaged-records.ts'

const mostShown = 20
const nameOf = { cms_content: 'Text', cms_global_content: 'Text on every page', faq: 'Question' }

/** Lists the records that lack a part, with links to their forms, where an admin deletes them. */
export async function DamagedRecords({ req }: DashboardProps) {
  const records = await findDamagedRecords(databaseOf(req.payload), mostShown)
  if (!records.length) return null
  return (
    <section className="admin-warning" role="alert">
      <h2>Some records cannot be shown</h2>
      <ul>
        {records.map(({ collection, id }) => (
          <li key={`${collection} ${id}`}>
            <CmsLink href={`/cms/collections/${collection}/${id}`}>
              {nameOf[collection]} no. {id}
            </CmsLink>
          </li>
        ))}
      </ul>
      <p>
        A part of each is missing, so pages leave it out.{' '}
        {can(req, 'records.erase') ? 'Open and delete it.' : 'Ask an admin to delete it.'}
      </p>
    </section>
  )
}
