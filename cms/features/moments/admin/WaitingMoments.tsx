import type { DashboardProps } from '../../../platform/admin/feature-admin.ts'
import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'
import { databaseOf } from '../../../platform/database/query.ts'
import { countForStaff } from '../queries/moderation.ts'

/** Says how many moments wait for a decision, and how many somebody took down or reported. */
export async function WaitingMoments({ req }: DashboardProps) {
  const { waiting, reported } = await countForStaff(databaseOf(req.payload))
  if (!waiting && !reported) return null
  return (
    <p className="today__sum">
      <CmsLink href="/cms/moments">{waiting === 1 ? 'One moment' : `${waiting} moments`}</CmsLink>{' '}
      {waiting === 1 ? 'waits' : 'wait'} to be looked at
      {reported
        ? `, and ${reported === 1 ? 'one was' : `${reported} were`} taken down or reported`
        : null}
      .
    </p>
  )
}
