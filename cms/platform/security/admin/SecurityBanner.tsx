import type { DashboardProps } from '../../admin/feature-admin.ts'
import { databaseOf } from '../../database/query.ts'
import { countByKind } from '../queries.ts'
import { type SecurityEventKind, securityAlarms } from '../rules.ts'

/** Warns of attacks in the current hour and the previous hour. */
export async function SecurityBanner({ req }: DashboardProps) {
  const kinds = await countByKind(databaseOf(req.payload), 2)
  const alarms = kinds.flatMap(({ kind }) => securityAlarms[kind as SecurityEventKind] ?? [])
  return alarms.map((text) => (
    <aside key={text} className="admin-warning" role="alert">
      <strong>Somebody is trying the door.</strong> {text}
    </aside>
  ))
}
