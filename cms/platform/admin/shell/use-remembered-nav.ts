import { useNav, usePreferences } from '@payloadcms/ui'
import { useEffect, useLayoutEffect, useRef } from 'react'

// The range between two of Payload's breakpoints. Above it, Payload remembers the state of the menu. Below it, the menu
// is a modal.
const besideThePage = '(min-width: 1025px) and (max-width: 1440px)'
const isBesideThePage = () => matchMedia(besideThePage).matches

/**
 * Keeps the menu open or closed across page loads on medium screens, where Payload closes the menu on
 * each page load.
 */
export function useRememberedNav(): void {
  const { navOpen, setNavOpen } = useNav()
  const { setPreference } = usePreferences()
  // The server renders the menu in the state that is stored in the preference.
  const wanted = useRef(navOpen)
  useLayoutEffect(() => {
    if (navOpen !== wanted.current && isBesideThePage()) setNavOpen(wanted.current)
  }, [navOpen, setNavOpen])
  useEffect(() => {
    const toggle = ({ target }: MouseEvent) => {
      if (!(target instanceof Element && target.closest('.nav-toggler'))) return
      wanted.current = !navOpen
      if (isBesideThePage()) void setPreference('nav', { open: !navOpen }, true)
    }
    // The capture phase runs before React's own handlers, which change the state.
    document.addEventListener('click', toggle, { capture: true })
    return () => document.removeEventListener('click', toggle, { capture: true })
  }, [navOpen, setPreference])
}
