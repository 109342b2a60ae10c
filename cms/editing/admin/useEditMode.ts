import { useEffect, useState } from 'react'
import { cookieFor, type Mode } from '../../../islands/editing/state/modes.ts'
import { editCookie } from '../rules.ts'

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
 * Makes the site's pages load in edit mode until the component unmounts.
 * @returns whether the mode is set
 */
export function useEditMode(): boolean {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    const before = readMode()
    writeMode('edit')
    // Skips the intro animation in the frame.
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
