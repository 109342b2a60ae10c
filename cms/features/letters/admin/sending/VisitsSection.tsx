import { useStore } from '@nanostores/react'
import { usePolledProgress } from '../../../../platform/admin/forms/use-polled-progress.ts'
import { CampaignSection } from '../../campaigns/CampaignSection.tsx'
import { cameDays, visitDays } from '../../rules.ts'
import { $visits, $visitsProblem } from '../store.ts'

const intervalMs = 60_000

/** Shows, below the numbers of a sent letter, what visits did that began with a click on one of its links. */
export function VisitsSection({ id }: { id: number }) {
  usePolledProgress({
    $progress: $visits,
    $problem: $visitsProblem,
    id,
    path: `letter/visits?id=${id}`,
    intervalMs,
  })
  return (
    <CampaignSection
      title={`Visits in the next ${visitDays} days`}
      visits={useStore($visits)}
      problem={useStore($visitsProblem)}
      openEnd={`${visitDays} days after the last reader gets it`}
      cameDays={cameDays}
    />
  )
}
