'use client'
import { toast } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { CallError, callApi, errorMessage } from './call.ts'

type After<Reply> = {
  /** The text of the toast; by default there is none. */
  done?: string | ((reply: Reply) => string)
  /** The path of the page that follows; by default the page stays, and is refreshed. */
  next?: (reply: Reply) => string
}

/**
 * Makes the calls of a form or of buttons, one at a time: a call during another one is ignored. `isBusy` is true while a
 * call runs. `problem` is why the last one failed, until the next call; `setProblem` also shows what the form itself
 * finds. With `toasts`, a failure is shown as a toast instead. With `refreshesWhenStale`, the page is read again if somebody
 * else changed something meanwhile: for forms that keep what was typed and get the new version as a property.
 */
export function useCall({
  toasts = false,
  refreshesWhenStale = false,
}: {
  toasts?: boolean
  refreshesWhenStale?: boolean
} = {}) {
  const router = useRouter()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  // A ref, because a second press can come before the next render.
  const isRunning = useRef(false)
  /** @returns the reply; null if the call failed or another one was running */
  const call = async <Reply>(
    path: string,
    body: object,
    { done, next }: After<Reply> = {},
  ): Promise<Reply | null> => {
    if (isRunning.current) return null
    isRunning.current = true
    setBusy(true)
    setProblem(null)
    try {
      const reply = await callApi<Reply>(path, { body })
      const text = typeof done === 'function' ? done(reply) : done
      if (text) toast.success(text)
      if (next) router.push(next(reply))
      else router.refresh()
      return reply
    } catch (error) {
      if (toasts) toast.error(errorMessage(error))
      else setProblem(errorMessage(error))
      if (refreshesWhenStale && error instanceof CallError && error.code === 'stale') {
        router.refresh()
      }
      return null
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }
  return { isBusy, problem, setProblem, call }
}
