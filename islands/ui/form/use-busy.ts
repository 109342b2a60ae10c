import { useRef, useState } from 'react'

/**
 * Runs one submission at a time. A submission that is started during another one is ignored.
 * @returns whether a submission is running, and the function that starts one
 */
export function useBusy(): [isBusy: boolean, run: (action: () => Promise<void>) => Promise<void>] {
  const [isBusy, setBusy] = useState(false)
  // A ref, because a second press can come before the next render updates the state.
  const isRunning = useRef(false)
  const run = async (action: () => Promise<void>) => {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    try {
      await action()
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }
  return [isBusy, run]
}
