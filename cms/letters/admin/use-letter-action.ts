import { useForm } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { unreachableText } from '../../admin/forms/use-save-failure.ts'
import { CallError, call, errorMessage } from '../../admin/shell/call.ts'
import type { ActReply } from '../contract.ts'
import type { LetterAction, LetterState } from '../rules.ts'
import { $progress } from './store.ts'
import { useLetter } from './use-letter.ts'
import { isServerReachable } from './use-save-feedback.ts'

type Outcome = {
  by: LetterAction
  message: string
  /** The letter's new state; null if the action failed. */
  state: LetterState | null
  /** The letter could not be saved. The message is shown until a save succeeds. */
  isUnsaved?: true
}

/** Applies actions to the version of the open letter that the publisher sees. */
export function useLetterAction(refreshProgress: () => Promise<void>) {
  const { id, updatedAt, isModified } = useLetter()
  const { submit } = useForm()
  const router = useRouter()
  const [running, setRunning] = useState<LetterAction | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  // Identifies the version that the publisher sees. Changed by saves and by actions.
  const seen = useRef(updatedAt)
  useEffect(() => {
    seen.current = updatedAt
  }, [updatedAt])

  /** @returns whether the letter is saved */
  const save = async (by: LetterAction): Promise<boolean> => {
    if (!isModified) return true
    setRunning(by)
    const saved = await submit({ disableSuccessStatus: true })
    setRunning(null)
    const isSaved = saved ? saved.res.ok : false
    if (isSaved) setOutcome(null)
    else {
      const text = (await isServerReachable())
        ? 'The letter could not be saved. See above what is wrong.'
        : unreachableText
      setOutcome({ by, message: text, state: null, isUnsaved: true })
    }
    return isSaved
  }

  /** @returns whether the action succeeded */
  const act = async (action: LetterAction, at?: string): Promise<boolean> => {
    setRunning(action)
    setOutcome(null)
    try {
      const body = { id, action, seen: seen.current, at: at ?? null }
      const { message, ...progress } = await call<ActReply>('letter/act', { body })
      $progress.set(progress)
      seen.current = progress.updatedAt
      setOutcome({ by: action, message, state: progress.state })
      router.refresh()
      return true
    } catch (error) {
      setOutcome({ by: action, message: errorMessage(error), state: null })
      // Shows changes by somebody else.
      if (error instanceof CallError && error.code === 'conflict') {
        await refreshProgress()
        router.refresh()
      }
      return false
    } finally {
      setRunning(null)
    }
  }
  return { running, outcome: outcome?.isUnsaved && !isModified ? null : outcome, save, act }
}
