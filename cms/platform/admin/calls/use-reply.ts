import { useEffect, useState } from 'react'
import { callApi, errorMessage } from './call.ts'

/**
 * Sends a GET request, and sends it again when the path changes.
 * @param path below /api/; nothing is requested while it is null
 * @returns the newest reply; null until the first reply arrives
 */
export function useReply<Reply>(path: string | null): {
  reply: Reply | null
  problem: string | null
} {
  const [reply, setReply] = useState<Reply | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    if (!path) return
    const controller = new AbortController()
    callApi<Reply>(path, { signal: controller.signal }).then(
      (found) => {
        setReply(found)
        setProblem(null)
      },
      (error) => {
        if (!controller.signal.aborted) setProblem(errorMessage(error))
      },
    )
    return () => controller.abort()
  }, [path])
  return { reply, problem }
}
