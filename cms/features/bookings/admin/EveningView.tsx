import type { AdminViewServerProps } from 'payload'
import { AdminPage, requireStaff } from '../../../platform/admin/shell/AdminTemplate.tsx'
import { findSheet } from '../evening/find-sheet.ts'
import { EveningSheet } from './EveningSheet.tsx'
import './evening.css'

/** `/cms/evening?day=YYYY-MM-DD`: the bookings of an evening, for the bar. */
export async function EveningView(view: AdminViewServerProps) {
  requireStaff(view, 'bookings.run')
  const { req } = view.initPageResult
  const given = String(view.searchParams?.day ?? '')
  const day = /^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(given) ? given : undefined
  const sheet = await findSheet(req.payload, day)
  return (
    <AdminPage
      view={view}
      breadcrumbs={[{ label: 'Evening sheet', url: '/cms/evening' }]}
      className="evening admin-inputs station-view"
    >
      <EveningSheet key={sheet.day} initial={sheet} />
    </AdminPage>
  )
}
