import type { DashboardProps } from '../../../../../platform/admin/feature-admin.ts'
import { formatMoment } from '../../../../../platform/admin/shell/format.ts'
import { can } from '../../../../../platform/staff/can.ts'
import { findSchedule } from '../../schedule/schedule.ts'
import { RescheduleForm } from './RescheduleForm.tsx'
import { ScheduledChange } from './ScheduledChange.tsx'

/** Lists the failed scheduled changes by batch, with the reason of each batch. */
export async function FailedChanges({ req, timeZone, today }: DashboardProps) {
  const { changes } = await findSchedule(req.payload, null)
  const failed = changes.filter(({ state }) => state === 'failed')
  if (!failed.length) return null
  const batches = [...Map.groupBy(failed, ({ batch }) => batch)]
  return (
    <section className="today__failed admin-warning" role="alert">
      <h2>Scheduled, and not done</h2>
      {batches.map(([batch, entries]) => (
        <div key={batch}>
          <ul>
            {entries.map((change) => (
              <li key={change.id}>
                <time dateTime={change.at}>{formatMoment(change.at, timeZone, today)}</time>{' '}
                <ScheduledChange change={change} />
              </li>
            ))}
          </ul>
          <p>{entries[0]?.failure}</p>
          {can(req, 'content.publish') ? (
            <RescheduleForm batch={entries} />
          ) : (
            <p className="admin-quiet">A publisher can schedule it again.</p>
          )}
        </div>
      ))}
    </section>
  )
}
