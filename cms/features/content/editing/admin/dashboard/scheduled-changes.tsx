import { readAsUserOptions } from '../../../../../platform/admin/calls/read-as-user.ts'
import type { DashboardProps, ScheduledItem } from '../../../../../platform/admin/feature-admin.ts'
import { formatMoment } from '../../../../../platform/admin/shell/format.ts'
import { ScheduledChange } from './ScheduledChange.tsx'

/** The next scheduled changes that are waiting, soonest first, for the dashboard. */
export async function findScheduledChanges(props: DashboardProps): Promise<ScheduledItem[]> {
  const { req, timeZone, today } = props
  const { docs } = await req.payload.find({
    collection: 'scheduled_changes',
    where: { state: { equals: 'waiting' } },
    sort: 'at',
    limit: 8,
    ...readAsUserOptions(req),
  })
  return docs.map((change) => ({
    key: `change ${change.id}`,
    dateTime: change.at,
    time: formatMoment(change.at, timeZone, today),
    description: (
      <>
        <ScheduledChange change={change} />
        {change.by_name ? <small>, by {change.by_name}</small> : null}
      </>
    ),
  }))
}
