import { useEffect } from 'react'

/** The part of the Navigation API that is used here. Browsers without this API do not ask before *Back*. */
type NavigateEvent = Event & { navigationType: string; hashChange: boolean }

/**
 * Asks before the person leaves a page with unsaved changes by a link, by *Back* or by closing it.
 * @param question shown to the person; browsers show their own text when the page is closed
 */
export function useUnsavedGuard(isChanged: boolean, question: string): void {
  useEffect(() => {
    if (!isChanged) return
    const { signal, abort } = createController()
    // After the person has agreed to leave, all listeners are removed, so that none of them asks again.
    const mayLeave = () => {
      const isConfirmed = confirm(question)
      if (isConfirmed) abort()
      return isConfirmed
    }
    const onClick = (event: MouseEvent) => {
      if (!leadsToOtherPage(event) || mayLeave()) return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    const onNavigate = (event: Event) => {
      const { navigationType, hashChange, cancelable } = event as NavigateEvent
      if (navigationType !== 'traverse' || hashChange || !cancelable) return
      if (!mayLeave()) event.preventDefault()
    }
    const onUnload = (event: Event) => event.preventDefault()
    addEventListener('click', onClick, { signal, capture: true })
    addEventListener('beforeunload', onUnload, { signal })
    const { navigation } = window as { navigation?: EventTarget }
    navigation?.addEventListener('navigate', onNavigate, { signal })
    return abort
  }, [isChanged, question])
}

function createController() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}

// The excluded links download a file or open a dialog.
const pageLinks = 'a[href]:not([data-download], [data-link-membership])'

/** Whether a click leads to another page in this tab. */
function leadsToOtherPage(event: MouseEvent): boolean {
  const { target, button, ctrlKey, metaKey, shiftKey, altKey } = event
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>(pageLinks) : null
  if (!link || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return false
  if (link.target || !/^https?:/.test(link.protocol)) return false
  return link.origin + link.pathname !== location.origin + location.pathname
}
