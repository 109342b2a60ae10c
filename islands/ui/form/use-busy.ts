import { useRef, useState } from 'react'

/**
 * One submission at a time: a run that is started while another is on its way is ignored.
 * @returns whether one is running, and the function that runs one
 */
export function useBusy(): [isBusy: boolean, run: (action: () => Promise<void>) => Promise<void>] {
  const [isBusy, setBusy] = useState(false)
  // State is set with the next render; a second press can come before that.
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
