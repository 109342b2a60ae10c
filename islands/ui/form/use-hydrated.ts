import { useEffect, useState } from 'react'

/** Whether the component is hydrated. Until then the browser submits forms natively. */
export function useHydrated(): boolean {
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  return isHydrated
}
