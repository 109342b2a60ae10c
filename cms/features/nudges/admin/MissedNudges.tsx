import { readAsUserOptions } from '../../../platform/admin/calls/read-as-user.ts'
import type { DashboardProps } from '../../../platform/admin/feature-admin.ts'
import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'
import { describeMissed } from './texts.ts'

/** Nudges that were not sent at their scheduled time and became drafts. Saving or sending a nudge removes it here. */
export async function MissedNudges({ req, timeZone }: DashboardProps) {
  const { docs } = await req.payload.find({
    collection: 'nudges',
    where: { state: { equals: 'draft' }, missed_at: { exists: true } },
    sort: '-missed_at',
    limit: 8,
    ...readAsUserOptions(req),
  })
  return docs.map(({ id, text, missed_at }) => (
    <aside key={id} className="admin-warning">
      <strong>A nudge did not go out:</strong>{' '}
      <CmsLink href={`/cms/collections/nudges/${id}`}>{text}</CmsLink>.{' '}
      {describeMissed(missed_at ?? '', { timeZone })} It is a draft again.
    </aside>
  ))
}
