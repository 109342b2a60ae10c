import { useNav, usePreferences } from '@payloadcms/ui'
import { useEffect, useLayoutEffect, useRef } from 'react'

// Payload's own breakpoints: wider screens remember the menu themselves, on smaller ones it is a modal.
const besideThePage = '(min-width: 1025px) and (max-width: 1440px)'

/**
 * Keeps the menu open or closed over page loads on screens where there is room for it, but where Payload
 * closes it each time.
 */
export function useRememberedNav(): void {
  const { hydrated, navOpen, setNavOpen } = useNav()
  const { setPreference } = usePreferences()
  // The server renders the menu as the preference says.
  const remembered = useRef(navOpen)
  const isRestored = useRef(false)
  useLayoutEffect(() => {
    if (hydrated && matchMedia(besideThePage).matches) setNavOpen(remembered.current)
  }, [hydrated, setNavOpen])
  useEffect(() => {
    if (!hydrated || !matchMedia(besideThePage).matches) return
    if (!isRestored.current) {
      isRestored.current = navOpen === remembered.current
      return
    }
    if (navOpen === remembered.current) return
    remembered.current = navOpen
    void setPreference('nav', { open: navOpen }, true)
  }, [hydrated, navOpen, setPreference])
}
