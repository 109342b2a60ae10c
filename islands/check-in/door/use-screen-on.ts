import { useEffect } from 'react'

/** Keeps the screen on while the door is open. */
export function useScreenOn(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    let lock: { release: () => Promise<void> } | null = null
    let isOver = false
    const request = () => {
      if (document.hidden) return
      navigator.wakeLock
        ?.request('screen')
        .then((got) => {
          lock = got
          if (isOver) void got.release()
        })
        .catch(() => {})
    }
    request()
    document.addEventListener('visibilitychange', request)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', request)
      lock?.release().catch(() => {})
    }
  }, [isOn])
}
