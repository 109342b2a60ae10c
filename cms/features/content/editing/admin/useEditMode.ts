import { useEffect, useState } from 'react'
import { editCookie } from '../rules.ts'
import { cookieFor, type Mode } from '../ui/modes.ts'

const readMode = () =>
  (document.cookie
    .split('; ')
    .find((each) => each.startsWith(`${editCookie}=`))
    ?.slice(editCookie.length + 1) ?? 'view') as Mode

const writeMode = (mode: Mode) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = cookieFor(mode)
}

/**
 * Sets the cookie that makes the site's pages load in edit mode. The cookie gets its former value back when
 * the component unmounts or the browser leaves the admin page.
 * @returns whether the cookie is set
 */
export function useEditMode(): boolean {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    const before = readMode()
    writeMode('edit')
    // The page in the frame then skips the intro animation.
    sessionStorage.setItem('introPlayed', '1')
    setReady(true)
    const restore = () => writeMode(before)
    window.addEventListener('pagehide', restore)
    return () => {
      window.removeEventListener('pagehide', restore)
      restore()
    }
  }, [])
  return isReady
}
