import { useCallback, useEffect, useState } from 'react'
import { CallError, callApi, errorMessage } from '../../../platform/admin/calls/call.ts'
import { pollWhileVisible } from '../../../platform/ui/poll-while-visible.ts'
import type { ImportStatus } from '../imports/contract.ts'
import type { ImportSettings } from '../imports/settings.ts'

const everyMs = 700
const isInProgress = ({ state }: ImportStatus) =>
  state === 'receiving' || state === 'reading' || state === 'doing'

/** Why settings were refused. `field`: the wrong field, as a path with dots; empty if it is none. */
export type SettingsProblem = { message: string; field: string }

/** The status of an import, polled while it changes. @param initialStatus the status when the page was rendered */
export function useImport(initialStatus: ImportStatus) {
  const [status, setStatus] = useState(initialStatus)
  const [problem, setProblem] = useState<string | null>(null)
  const { id } = initialStatus
  const isPolling = isInProgress(status)
  const poll = useCallback(async () => {
    try {
      setStatus(await callApi<ImportStatus>(`newsletter/imports/${id}`))
      setProblem(null)
    } catch (error) {
      setProblem(errorMessage(error))
    }
  }, [id])
  useEffect(
    () => (isPolling ? pollWhileVisible(() => void poll(), everyMs) : undefined),
    [isPolling, poll],
  )
  /** @param leftOut the names of columns that don't tell who has left */
  const begin = async (unstated: 'ask' | 'leave_out', leftOut: readonly string[]) => {
    try {
      setStatus(
        await callApi<ImportStatus>(`newsletter/imports/${id}/begin`, {
          body: { unstated, left_out: leftOut },
        }),
      )
      setProblem(null)
    } catch (error) {
      setProblem(errorMessage(error))
      await poll()
    }
  }
  /** @returns null if the rows are evaluated again with these settings */
  const change = async (settings: ImportSettings): Promise<SettingsProblem | null> => {
    try {
      setStatus(
        await callApi<ImportStatus>(`newsletter/imports/${id}/settings`, { body: settings }),
      )
      setProblem(null)
      return null
    } catch (error) {
      const field = error instanceof CallError ? error.field : ''
      return { message: errorMessage(error), field }
    }
  }
  /** @returns whether the import was deleted */
  const drop = async (): Promise<boolean> => {
    try {
      await callApi(`newsletter/imports/${id}/drop`, { body: {} })
      return true
    } catch (error) {
      setProblem(errorMessage(error))
      return false
    }
  }
  return { status, problem, begin, change, drop }
}
