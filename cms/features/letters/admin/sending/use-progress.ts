import { useStore } from '@nanostores/react'
import { usePolledProgress } from '../../../../platform/admin/forms/use-polled-progress.ts'
import { $progress, $progressProblem } from '../store.ts'
import { pollIntervalMs } from '../texts.ts'

/** Updates `$progress` for a letter, see `usePolledProgress`. */
export function useProgress(id: number | null): () => Promise<void> {
  const progress = useStore($progress)
  return usePolledProgress({
    $progress,
    $problem: $progressProblem,
    id,
    path: `letter/progress?id=${id}`,
    intervalMs: pollIntervalMs[progress?.state ?? 'draft'],
  })
}
