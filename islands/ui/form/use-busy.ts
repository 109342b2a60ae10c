import { useRef, useState } from 'react'

/**
 * One thing at a time: what is pressed again while the first is still on its way does nothing.
 * @returns whether something runs, and what runs something
 */
export function useBusy(): [isBusy: boolean, busily: (run: () => Promise<void>) => Promise<void>] {
  const [isBusy, setBusy] = useState(false)
  // Two presses can come before what the first has set is shown.
  const isRunning = useRef(false)
  const busily = async (run: () => Promise<void>) => {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    try {
      await run()
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }
  return [isBusy, busily]
}
