'use client'
import { toast } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { callApi, errorMessage } from '../../../admin/shell/call.ts'

/** Makes a call about guests and refreshes the page. A failure is returned as `problem`. */
export function useGuestAction() {
  const router = useRouter()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  /** @returns the reply; null if the call failed or another call is running */
  const run = async <Reply>(path: string, body: object, done: string): Promise<Reply | null> => {
    if (isBusy) return null
    setBusy(true)
    setProblem(null)
    try {
      const reply = await callApi<Reply>(path, { body })
      if (done) toast.success(done)
      router.refresh()
      return reply
    } catch (error) {
      setProblem(errorMessage(error))
      return null
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, problem, run, clearProblem: () => setProblem(null) }
}
