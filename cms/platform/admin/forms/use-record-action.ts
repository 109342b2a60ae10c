import { useForm } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { CallError, errorMessage } from '../calls/call.ts'
import { useOpenRecord } from './use-open-record.ts'
import { unreachableText } from './use-save-failure.ts'

type Reply = { state: string; updatedAt: string; message: string }

type Outcome<Action> = {
  action: Action
  message: string
  /** The record's new state; null if the action failed. */
  state: string | null
  /** The record could not be saved. The message is shown until a save succeeds. */
  isUnsaved?: true
}

type Options<Action, ActionReply> = {
  /** Calls the API. `seen`: `updatedAt` of the version on the screen; `at`: when a scheduled action takes place. */
  send: (request: {
    action: Action
    seen: string | null
    at: string | null
  }) => Promise<ActionReply>
  onActed: (reply: ActionReply) => void
  refreshProgress: () => Promise<void>
  /** What is edited, as part of a sentence: `letter`. */
  noun: string
}

const isServerReachable = async (): Promise<boolean> =>
  (await fetch('/healthz').catch(() => null))?.ok ?? false

/** Applies actions to the version of the open record that the user sees. */
export function useRecordAction<Action extends string, ActionReply extends Reply>({
  send,
  onActed,
  refreshProgress,
  noun,
}: Options<Action, ActionReply>) {
  const { updatedAt, isModified } = useOpenRecord()
  const { submit } = useForm()
  const router = useRouter()
  const [running, setRunning] = useState<Action | null>(null)
  const [outcome, setOutcome] = useState<Outcome<Action> | null>(null)
  // Identifies the version that the user sees. Changed by saves and by actions.
  const seen = useRef(updatedAt)
  useEffect(() => {
    seen.current = updatedAt
  }, [updatedAt])

  /**
   * Saves the record, if it has unsaved changes. @returns whether the record is saved
   * @param action the action that needs the save; a problem is shown as this action's outcome
   */
  const save = async (action: Action): Promise<boolean> => {
    if (!isModified) return true
    setRunning(action)
    const saved = await submit({ disableSuccessStatus: true })
    setRunning(null)
    const isSaved = saved ? saved.res.ok : false
    if (isSaved) setOutcome(null)
    else {
      const text = (await isServerReachable())
        ? `The ${noun} could not be saved. See above what is wrong.`
        : unreachableText
      setOutcome({ action, message: text, state: null, isUnsaved: true })
    }
    return isSaved
  }

  /** @returns whether the action succeeded */
  const act = async (action: Action, at?: string): Promise<boolean> => {
    setRunning(action)
    setOutcome(null)
    try {
      const reply = await send({ action, seen: seen.current, at: at ?? null })
      onActed(reply)
      seen.current = reply.updatedAt
      setOutcome({ action, message: reply.message, state: reply.state })
      router.refresh()
      return true
    } catch (error) {
      setOutcome({ action, message: errorMessage(error), state: null })
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
  const shown = outcome?.isUnsaved && !isModified ? null : outcome
  /** Why `action` failed; null if it succeeded or is not the last action. */
  const problemOf = (action: Action): string | null =>
    shown?.action === action && !shown.state ? shown.message : null
  return { running, outcome: shown, problemOf, save, act }
}
