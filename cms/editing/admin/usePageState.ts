import { useCallback, useEffect, useState } from 'react'
import { errorMessage } from '../../admin/shell/call.ts'
import type { PageReply } from '../contract.ts'
import { call } from './calls.ts'

const everyMs = 4000

/** A page's keys with their state, asked for again while the view is seen. */
export function usePageState(page: string) {
  const [state, setState] = useState<PageReply | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const refresh = useCallback(async () => {
    try {
      setState(await call<PageReply>(`page/${page}`))
      setFault(null)
    } catch (error) {
      setFault(errorMessage(error))
    }
  }, [page])
  useEffect(() => {
    void refresh()
    const ask = () => {
      if (document.visibilityState === 'visible') void refresh()
    }
    const timer = setInterval(ask, everyMs)
    document.addEventListener('visibilitychange', ask)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [refresh])
  return { state, fault, refresh }
}
