import type { WritableAtom } from 'nanostores'
import { useCallback, useEffect } from 'react'
import { pollWhileVisible } from '../../ui/poll-while-visible.ts'
import { callApi, errorMessage } from '../calls/call.ts'

type Options<Progress> = {
  $progress: WritableAtom<Progress | null>
  /** The error message if the progress could not be read. */
  $problem: WritableAtom<string | null>
  /** Id of the open record; null for a record that was never saved. */
  id: number | null
  /** Path below /api/ of the record's progress. */
  path: string
  intervalMs: number
}

/**
 * Updates `$progress` for the open record while the page is visible. Must be used only once on a page.
 * @returns a function that updates `$progress` now
 */
export function usePolledProgress<Progress extends { id: number; updatedAt: string }>({
  $progress,
  $problem,
  id,
  path,
  intervalMs,
}: Options<Progress>): () => Promise<void> {
  const refresh = useCallback(async () => {
    if (id === null) return
    try {
      const reply = await callApi<Progress>(path)
      const shown = $progress.get()
      // The request may have been sent before an action that has already updated the progress.
      if (shown?.id === id && shown.updatedAt > reply.updatedAt) return
      $progress.set(reply)
      $problem.set(null)
    } catch (error) {
      $problem.set(errorMessage(error))
    }
  }, [id, path, $progress, $problem])
  useEffect(() => {
    if (id === null || $progress.get()?.id !== id) $progress.set(null)
    if (id === null) return
    return pollWhileVisible(() => void refresh(), intervalMs)
  }, [id, refresh, intervalMs, $progress])
  return refresh
}
