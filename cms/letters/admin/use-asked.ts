import { useEffect, useRef, useState } from 'react'
import { call, errorMessage } from '../../admin/shell/call.ts'

const restMs = 400

/**
 * What the program answers to something that is being written: asked once the writing rests, again
 * whenever it went on.
 * @param body what to post; null asks nothing
 * @returns the newest answer, which stays while the next one is waited for
 */
export function useAsked<Reply>(path: string, body: unknown) {
  const [reply, setReply] = useState<Reply | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [again, setAgain] = useState(0)
  const written = body === null ? null : JSON.stringify(body)
  const isFirst = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again when it is told to
  useEffect(() => {
    if (written === null) return
    const asking = new AbortController()
    const ask = async () => {
      try {
        const { signal } = asking
        setReply(await call<Reply>(path, { body: JSON.parse(written), signal }))
        setFault(null)
      } catch (error) {
        if (asking.signal.aborted) return
        setFault(errorMessage(error))
      }
      setBusy(false)
    }
    setBusy(true)
    const timer = setTimeout(() => void ask(), isFirst.current ? 0 : restMs)
    isFirst.current = false
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [path, written, again])
  return { reply, fault, busy, askAgain: () => setAgain((times) => times + 1) }
}
