import { useEffect, useState } from 'react'
import { useAdminContext } from './AdminContext.tsx'

const minuteMs = 60_000

/** The venue's time zone, the browser's own time zone, and the current time. */
export function useClocks() {
  const { timeZone } = useAdminContext()
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), minuteMs / 4)
    return () => clearInterval(timer)
  }, [])
  return { timeZone, ownZone: Intl.DateTimeFormat().resolvedOptions().timeZone, now }
}
