import { useEffect, useState } from 'react'
import { useHouse } from '../../admin/shell/HouseContext.tsx'

const minuteMs = 60_000

/** The venue's clock, one's own, and the moment, which goes on while the page is open. */
export function useClocks() {
  const { timeZone } = useHouse()
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), minuteMs / 4)
    return () => clearInterval(timer)
  }, [])
  return { timeZone, ownZone: Intl.DateTimeFormat().resolvedOptions().timeZone, now }
}
