import { useEffect, useState } from 'react'

/** Whether the script is there: until then a form would be sent as the browser sends it. */
export function useReady(): boolean {
  const [isReady, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  return isReady
}
