import { useCallback, useEffect, useState } from 'react'
import { pollWhileVisible } from '../../../islands/lib/poll-while-visible.ts'
import { callApi, errorMessage } from '../../admin/shell/call.ts'
import type { ImportStatus } from '../imports/contract.ts'

const everyMs = 700
const isInProgress = ({ state }: ImportStatus) =>
  state === 'receiving' || state === 'reading' || state === 'doing'

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
  const begin = async (unstated: 'ask' | 'leave_out') => {
    try {
      setStatus(
        await callApi<ImportStatus>(`newsletter/imports/${id}/begin`, { body: { unstated } }),
      )
      setProblem(null)
    } catch (error) {
      setProblem(errorMessage(error))
      await poll()
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
  return { status, problem, begin, drop }
}
