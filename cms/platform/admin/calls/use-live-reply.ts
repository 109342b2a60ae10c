import { useEffect, useRef, useState } from 'react'
import { callApi, errorMessage } from './call.ts'

const debounceMs = 400

/**
 * Posts a body that the user is editing, and posts it again, debounced, after each change.
 * @param path below /api/
 * @param body the body to post; nothing is requested while it is null
 * @returns the newest reply, which stays until the next reply arrives
 */
export function useLiveReply<Reply>(path: string, body: unknown) {
  const [reply, setReply] = useState<Reply | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [retries, setRetries] = useState(0)
  const json = body === null ? null : JSON.stringify(body)
  const isFirst = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `retries` repeats the request
  useEffect(() => {
    if (json === null) {
      setBusy(false)
      return
    }
    const controller = new AbortController()
    const request = async () => {
      try {
        const { signal } = controller
        setReply(await callApi<Reply>(path, { body: JSON.parse(json), signal }))
        setProblem(null)
      } catch (error) {
        if (controller.signal.aborted) return
        setProblem(errorMessage(error))
      }
      setBusy(false)
    }
    setBusy(true)
    const timer = setTimeout(() => void request(), isFirst.current ? 0 : debounceMs)
    isFirst.current = false
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [path, json, retries])
  return { reply, problem, isBusy, retry: () => setRetries((count) => count + 1) }
}
