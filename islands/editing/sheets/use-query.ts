import { useCallback, useEffect, useRef, useState } from 'react'
import { showFailure } from '../calls.ts'

/** What a call answered; null while it is on its way. */
export type Asked<Reply> = { reply: Reply | null; failed: boolean; again: () => void }

/**
 * Asks once it is shown, and whenever `name` changes or it is told to.
 * @param name tells one question from another
 */
export function useAsked<Reply>(name: string, ask: () => Promise<Reply>): Asked<Reply> {
  const [state, setState] = useState<{ name: string; reply: Reply | null; failed: boolean }>({
    name,
    reply: null,
    failed: false,
  })
  const [round, setRound] = useState(0)
  const latest = useRef(ask)
  latest.current = ask
  // biome-ignore lint/correctness/useExhaustiveDependencies: name and round say when to ask
  useEffect(() => {
    let wanted = true
    latest.current().then(
      (reply) => wanted && setState({ name, reply, failed: false }),
      (error) => {
        if (!wanted) return
        setState({ name, reply: null, failed: true })
        showFailure(error, 'It could not be read')
      },
    )
    return () => {
      wanted = false
    }
  }, [name, round])
  // The answer to another question is none to this one.
  const { reply, failed } = state.name === name ? state : { reply: null, failed: false }
  return { reply, failed, again: useCallback(() => setRound((count) => count + 1), []) }
}
