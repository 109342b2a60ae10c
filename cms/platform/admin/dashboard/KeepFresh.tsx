'use client'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

const everyMs = 60_000

/** Reads the page again every minute and when it is looked at again, because a tablet shows it all evening. */
export function KeepFresh() {
  const router = useRouter()
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === 'visible') router.refresh()
    }
    const timer = setInterval(refresh, everyMs)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [router])
  return null
}
