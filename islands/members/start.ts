import { hasStoredSession, isMadeForMember, sessionKey } from './session/stored.ts'

/**
 * What of the Common Room is on every page: a link that opens a dialog, and the menu of whoever is
 * signed in. A visitor fetches neither.
 */
export function startMembership(): void {
  document.addEventListener('click', openLinkDialog, { capture: true })
  const show = () => {
    if (!hasStoredSession() && !isMadeForMember()) return
    import('./member-menu.ts').then((menu) => menu.showMemberMenu(), openNextPageAnew)
  }
  show()
  document.addEventListener('astro:page-load', show)
  // Signed in in another tab.
  addEventListener('storage', ({ key }) => key === sessionKey && show())
}

// A document never fetches again what it could not fetch once: the next page gets one of its own.
function openNextPageAnew(): void {
  document.addEventListener('astro:before-preparation', leaveToTheBrowser, { once: true })
}

const leaveToTheBrowser = (event: Event) => event.preventDefault()

function openLinkDialog(event: MouseEvent): void {
  const { target } = event
  const link =
    target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-link-membership]') : null
  const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey
  // Editors click its words to change them.
  if (!link || isElsewhere || document.documentElement.dataset.editing === 'edit') return
  event.preventDefault()
  event.stopPropagation()
  import('./gate/enter.ts')
    .then(({ beginToLink }) => beginToLink())
    .catch(() => location.assign(link.href))
}
