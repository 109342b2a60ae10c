import { useStore } from '@nanostores/react'
import { useCallback, useEffect } from 'react'
import { pollWhileVisible } from '../../../islands/lib/poll-while-visible.ts'
import { call, errorMessage } from '../../admin/shell/call.ts'
import type { LetterProgress } from '../contract.ts'
import { $progress, $progressFault } from './store.ts'
import { pollIntervalMs } from './texts.ts'

/**
 * Updates `$progress` for a letter while the page is visible. Used once on a page.
 * @returns updates it now
 */
export function useProgress(id: number | null): () => Promise<void> {
  const progress = useStore($progress)
  const everyMs = pollIntervalMs[progress?.state ?? 'draft']
  const refresh = useCallback(async () => {
    if (id === null) return
    try {
      const fresh = await call<LetterProgress>(`letter/progress?id=${id}`)
      const known = $progress.get()
      // A reply requested before an action is out of date after it.
      if (known?.id === id && known.updatedAt > fresh.updatedAt) return
      $progress.set(fresh)
      $progressFault.set(null)
    } catch (error) {
      $progressFault.set(errorMessage(error))
    }
  }, [id])
  useEffect(() => {
    if (id === null || $progress.get()?.id !== id) $progress.set(null)
    if (id === null) return
    return pollWhileVisible(() => void refresh(), everyMs)
  }, [id, refresh, everyMs])
  return refresh
}
