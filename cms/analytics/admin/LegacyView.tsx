import type { AdminViewServerProps } from 'payload'
import { AdminPage, requireStaff } from '../../admin/shell/AdminTemplate.tsx'
import { hasRole } from '../../staff/roles.ts'
import { RawTables } from './RawTables.tsx'
import './analytics.css'

const breadcrumbs = [{ label: 'Analytics', url: '/cms/member-analytics' }, { label: 'Tables' }]

/** `/cms/member-analytics-legacy` (spec section 2): the stored visits, views, moves and actions, row by row. */
export function LegacyView(view: AdminViewServerProps) {
  requireStaff(view)
  return (
    <AdminPage view={view} breadcrumbs={breadcrumbs} className="analytics">
      <h1>Tables</h1>
      {hasRole(view.initPageResult.req, 'publisher') ? (
        <RawTables />
      ) : (
        <p>Publishers see what was counted. Ask one of them.</p>
      )}
    </AdminPage>
  )
}
