import { useEffect, useState } from 'react'

/** Whether the component runs in the browser yet; before that a form is submitted natively. */
export function useHydrated(): boolean {
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  return isHydrated
}
