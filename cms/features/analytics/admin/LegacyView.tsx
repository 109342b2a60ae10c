import type { AdminViewServerProps } from 'payload'
import { AdminPage, requireStaff } from '../../../platform/admin/shell/AdminTemplate.tsx'
import { can } from '../../../platform/staff/can.ts'
import { RawTables } from './panels/RawTables.tsx'
import './analytics.css'

const breadcrumbs = [{ label: 'Analytics', url: '/cms/member-analytics' }, { label: 'Tables' }]

/** `/cms/member-analytics-legacy` (spec section 2): the stored visits, views, moves and actions, row by row. */
export function LegacyView(view: AdminViewServerProps) {
  requireStaff(view)
  return (
    <AdminPage view={view} breadcrumbs={breadcrumbs} className="analytics">
      <h1>Tables</h1>
      {can(view.initPageResult.req, 'analytics.read') ? (
        <RawTables />
      ) : (
        <p>Publishers see what was counted. Ask one of them.</p>
      )}
    </AdminPage>
  )
}
