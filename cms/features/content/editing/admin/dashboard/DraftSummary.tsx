import type { DashboardProps } from '../../../../../platform/admin/feature-admin.ts'
import { countDrafts } from '../draft-counts.ts'

export async function DraftSummary({ req }: DashboardProps) {
  const counts = Object.values(await countDrafts(req.payload))
  const waiting = counts.reduce((sum, each) => sum + each, 0)
  return (
    <p className="today__sum">
      {waiting
        ? `${waiting} ${waiting === 1 ? 'change waits' : 'changes wait'} to be published.`
        : 'Everything is published.'}
    </p>
  )
}
