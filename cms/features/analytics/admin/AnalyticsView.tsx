import type { AdminViewServerProps } from 'payload'
import { AdminPage, requireStaff } from '../../../platform/admin/shell/AdminTemplate.tsx'
import { can } from '../../../platform/staff/can.ts'
import { Analytics } from './Analytics.tsx'
import './analytics.css'

const breadcrumbs = [{ label: 'Analytics' }]

/** `/cms/member-analytics`: who came, from where, and what they did. */
export function AnalyticsView(view: AdminViewServerProps) {
  requireStaff(view)
  return (
    <AdminPage view={view} breadcrumbs={breadcrumbs} className="analytics">
      {can(view.initPageResult.req, 'analytics.read') ? (
        <Analytics />
      ) : (
        <>
          <h1>Analytics</h1>
          <p>Publishers see how many people visit the site. Ask one of them.</p>
        </>
      )}
    </AdminPage>
  )
}
