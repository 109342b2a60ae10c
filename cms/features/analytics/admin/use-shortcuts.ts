import { useEffect } from 'react'
import { type Action, actionOf, keyHandlerSelector } from './shortcuts.ts'

/** Calls `act` for the keyboard shortcuts of analytics, except while the user types or a dialog is open. */
export function useShortcuts(act: (action: Action) => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null
      const handlesKeys = Boolean(
        target?.closest(keyHandlerSelector) || document.querySelector('dialog[open]'),
      )
      const action = actionOf(event, handlesKeys)
      if (!action) return
      // Escape keeps its default action, because it also closes the admin's menu.
      if (action !== 'clear') event.preventDefault()
      act(action)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [act])
}
