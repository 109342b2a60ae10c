import { useStore } from '@nanostores/react'
import { usePolledProgress } from '../../../../platform/admin/forms/use-polled-progress.ts'
import { CampaignSection } from '../../../letters/campaigns/CampaignSection.tsx'
import { cameDays } from '../../rules.ts'
import { $visits, $visitsProblem } from '../store.ts'

const intervalMs = 30_000

/**
 * Shows, below the numbers of a sent nudge, statistics of the visits that began with a click on it. Visits count if
 * they began within 24 hours after the last device or window got the nudge.
 */
export function VisitsSection({ id }: { id: number }) {
  usePolledProgress({
    $progress: $visits,
    $problem: $visitsProblem,
    id,
    path: `nudge-list/${id}/visits`,
    intervalMs,
  })
  return (
    <CampaignSection
      title="Visits in the next 24 hours"
      visits={useStore($visits)}
      problem={useStore($visitsProblem)}
      openEnd="a day after the last device gets it"
      cameDays={cameDays}
    />
  )
}
