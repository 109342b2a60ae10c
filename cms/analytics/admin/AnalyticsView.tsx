import type { AdminViewServerProps } from 'payload'
import { AdminPage, requireStaff } from '../../admin/shell/AdminTemplate.tsx'
import { hasRole } from '../../staff/roles.ts'
import { Analytics } from './Analytics.tsx'
import './analytics.css'

const breadcrumbs = [{ label: 'Analytics' }]

/** `/cms/member-analytics`: who came, from where, and what they did. */
export function AnalyticsView(view: AdminViewServerProps) {
  requireStaff(view)
  return (
    <AdminPage view={view} breadcrumbs={breadcrumbs} className="analytics">
      {hasRole(view.initPageResult.req, 'publisher') ? (
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
