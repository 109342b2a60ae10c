import { readAsUserOptions } from '../../../platform/admin/calls/read-as-user.ts'
import type { DashboardProps, ScheduledItem } from '../../../platform/admin/feature-admin.ts'
import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'
import { formatMoment } from '../../../platform/admin/shell/format.ts'

/** Nudges that are scheduled or being sent. */
export async function findScheduledNudges(props: DashboardProps): Promise<ScheduledItem[]> {
  const { req, timeZone, today } = props
  const { docs } = await req.payload.find({
    collection: 'nudges',
    where: { state: { in: ['scheduled', 'sending'] } },
    sort: ['at', 'sent_at'],
    limit: 8,
    ...readAsUserOptions(req),
  })
  return docs.map(({ id, state, at, sent_at, in_slot, text }) => ({
    key: `nudge ${id}`,
    dateTime: at ?? sent_at ?? '',
    time:
      state === 'scheduled'
        ? formatMoment(at, timeZone, today)
        : in_slot
          ? `By time slot, since ${formatMoment(sent_at, timeZone, today).replace('Today', 'today')}`
          : 'Sending',
    description: (
      <>
        Nudge <CmsLink href={`/cms/collections/nudges/${id}`}>{text}</CmsLink>
      </>
    ),
  }))
}
