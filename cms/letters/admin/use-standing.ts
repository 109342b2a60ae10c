import { useStore } from '@nanostores/react'
import { useCallback, useEffect } from 'react'
import { pollWhileVisible } from '../../../islands/lib/poll-while-visible.ts'
import { call, errorMessage } from '../../admin/shell/call.ts'
import type { LetterStanding } from '../contract.ts'
import { $standing, $standingFault } from './store.ts'
import { lookAgainMs } from './words.ts'

/**
 * Keeps `$standing` true for a letter, as long as somebody looks; used once on a page.
 * @returns asks now
 */
export function useStanding(id: number | null): () => Promise<void> {
  const standing = useStore($standing)
  const everyMs = lookAgainMs[standing?.state ?? 'draft']
  const ask = useCallback(async () => {
    if (id === null) return
    try {
      const fresh = await call<LetterStanding>(`letter/standing?id=${id}`)
      const known = $standing.get()
      // What was asked for before something was done is no news after it.
      if (known?.id === id && known.updatedAt > fresh.updatedAt) return
      $standing.set(fresh)
      $standingFault.set(null)
    } catch (error) {
      $standingFault.set(errorMessage(error))
    }
  }, [id])
  useEffect(() => {
    if (id === null || $standing.get()?.id !== id) $standing.set(null)
    if (id === null) return
    return pollWhileVisible(() => void ask(), everyMs)
  }, [id, ask, everyMs])
  return ask
}
