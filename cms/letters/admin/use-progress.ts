import { useStore } from '@nanostores/react'
import { useCallback, useEffect } from 'react'
import { pollWhileVisible } from '../../../islands/lib/poll-while-visible.ts'
import { call, errorMessage } from '../../admin/shell/call.ts'
import type { LetterProgress } from '../contract.ts'
import { $progress, $progressProblem } from './store.ts'
import { pollIntervalMs } from './texts.ts'

/**
 * Polls the progress of a letter into `$progress` while the page is visible. Use it only once on a page.
 * @returns a function that updates it now
 */
export function useProgress(id: number | null): () => Promise<void> {
  const progress = useStore($progress)
  const intervalMs = pollIntervalMs[progress?.state ?? 'draft']
  const refresh = useCallback(async () => {
    if (id === null) return
    try {
      const reply = await call<LetterProgress>(`letter/progress?id=${id}`)
      const shown = $progress.get()
      // The reply may belong to a request from before an action that has updated the progress since.
      if (shown?.id === id && shown.updatedAt > reply.updatedAt) return
      $progress.set(reply)
      $progressProblem.set(null)
    } catch (error) {
      $progressProblem.set(errorMessage(error))
    }
  }, [id])
  useEffect(() => {
    if (id === null || $progress.get()?.id !== id) $progress.set(null)
    if (id === null) return
    return pollWhileVisible(() => void refresh(), intervalMs)
  }, [id, refresh, intervalMs])
  return refresh
}
