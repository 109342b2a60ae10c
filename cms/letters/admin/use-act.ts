import { useForm } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { CallError, call, errorMessage } from '../../admin/shell/call.ts'
import type { ActReply } from '../contract.ts'
import type { LetterAction, LetterState } from '../rules.ts'
import { $standing } from './store.ts'
import { useLetter } from './use-letter.ts'
import { isReached, unreached } from './use-saves.ts'

type Said = {
  by: LetterAction
  words: string
  /** What the letter became by it; null where it could not be done. */
  state: LetterState | null
  /** Whether it was not even saved, which holds until it is. */
  isUnsaved?: true
}

/**
 * Does what a publisher asks for with the letter that is open, as it stands before them.
 * @param askStanding looks again how the letter stands
 */
export function useAct(askStanding: () => Promise<void>) {
  const { id, updatedAt, isModified } = useLetter()
  const { submit } = useForm()
  const router = useRouter()
  const [busy, setBusy] = useState<LetterAction | null>(null)
  const [said, setSaid] = useState<Said | null>(null)
  // What is saved or done on the way is what is seen then.
  const seen = useRef(updatedAt)
  useEffect(() => {
    seen.current = updatedAt
  }, [updatedAt])

  /** @returns whether what stands in the letter is kept */
  const save = async (by: LetterAction): Promise<boolean> => {
    if (!isModified) return true
    setBusy(by)
    const saved = await submit({ disableSuccessStatus: true })
    setBusy(null)
    const isKept = saved ? saved.res.ok : false
    if (isKept) setSaid(null)
    else {
      const words = (await isReached())
        ? 'The letter could not be saved. See above what is wrong.'
        : unreached
      setSaid({ by, words, state: null, isUnsaved: true })
    }
    return isKept
  }

  /** @returns whether it was done */
  const act = async (action: LetterAction, at?: string): Promise<boolean> => {
    setBusy(action)
    setSaid(null)
    try {
      const body = { id, action, seen: seen.current, at: at ?? null }
      const { message, ...standing } = await call<ActReply>('letter/act', { body })
      $standing.set(standing)
      seen.current = standing.updatedAt
      setSaid({ by: action, words: message, state: standing.state })
      router.refresh()
      return true
    } catch (error) {
      setSaid({ by: action, words: errorMessage(error), state: null })
      // Whoever was too late is shown what is there now.
      if (error instanceof CallError && error.code === 'conflict') {
        await askStanding()
        router.refresh()
      }
      return false
    } finally {
      setBusy(null)
    }
  }
  return { busy, said: said?.isUnsaved && !isModified ? null : said, save, act }
}
