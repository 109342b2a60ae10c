import type { DashboardProps } from '../../../platform/admin/feature-admin.ts'
import { formatMoment } from '../../../platform/admin/shell/format.ts'
import { databaseOf } from '../../../platform/database/query.ts'
import { lastCheck } from '../service.ts'

/** Warns that the last check of the books found differences. */
export async function BooksBanner({ req, timeZone, today }: DashboardProps) {
  const check = await lastCheck(databaseOf(req.payload))
  if (!check || check.ok) return null
  return (
    <aside className="admin-warning" role="alert">
      <strong>The books are not right.</strong> The check of{' '}
      {formatMoment(check.ended_at, timeZone, today)} found what was not booked by this program. The
      log says where. Ask whoever runs the server to look at it before money is counted.
    </aside>
  )
}
