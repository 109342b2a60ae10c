import { useCallback, useEffect, useState } from 'react'
import { errorMessage } from '../../../../platform/admin/calls/call.ts'
import { pollWhileVisible } from '../../../../platform/ui/poll-while-visible.ts'
import type { PageReply } from '../contract.ts'
import { call } from './calls.ts'

const everyMs = 4000

/** The status of a page's keys, polled while the window is visible. */
export function usePageStatus(page: string) {
  const [status, setStatus] = useState<PageReply | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const refresh = useCallback(async () => {
    try {
      setStatus(await call<PageReply>(`page/${page}`))
      setProblem(null)
    } catch (error) {
      setProblem(errorMessage(error))
    }
  }, [page])
  useEffect(() => pollWhileVisible(() => void refresh(), everyMs), [refresh])
  return { status, problem, refresh }
}
