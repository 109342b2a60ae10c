import { useEffect, useState } from 'react'
import { cookieNames } from '../../http/cookies.ts'

const name = cookieNames.edit
const stored = () =>
  document.cookie
    .split('; ')
    .find((each) => each.startsWith(`${name}=`))
    ?.slice(name.length + 1)
const store = (mode: string | undefined) => {
  const age = mode ? '' : '; max-age=0'
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store's own interface is not in every browser
  document.cookie = `${name}=${mode ?? ''}; path=/; samesite=lax${age}`
}

/**
 * Puts the pages of this site into a mode while a view is shown, and back when it is left.
 * @returns whether a page that is loaded now comes in that mode
 */
export function useEditMode(mode: 'edit' | 'preview'): boolean {
  const [ready, setReady] = useState<string | null>(null)
  useEffect(() => {
    const before = stored()
    store(mode)
    // The intro plays for visitors, once; here it would stand before the page.
    sessionStorage.setItem('introPlayed', '1')
    setReady(mode)
    const back = () => store(before)
    window.addEventListener('pagehide', back)
    return () => {
      window.removeEventListener('pagehide', back)
      back()
    }
  }, [mode])
  return ready === mode
}
