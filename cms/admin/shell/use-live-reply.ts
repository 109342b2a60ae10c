import { useEffect, useRef, useState } from 'react'
import { call, errorMessage } from './call.ts'

const debounceMs = 400

/**
 * The server's reply to a body that the user is editing; requested again, debounced, when it changes.
 * @param body to post; null requests nothing
 * @returns the newest reply, which remains until the next one arrives
 */
export function useLiveReply<Reply>(path: string, body: unknown) {
  const [reply, setReply] = useState<Reply | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [again, setAgain] = useState(0)
  const written = body === null ? null : JSON.stringify(body)
  const isFirst = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `again` repeats the request
  useEffect(() => {
    if (written === null) return
    const controller = new AbortController()
    const request = async () => {
      try {
        const { signal } = controller
        setReply(await call<Reply>(path, { body: JSON.parse(written), signal }))
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
  }, [path, written, again])
  return { reply, problem, isBusy, retry: () => setAgain((times) => times + 1) }
}
