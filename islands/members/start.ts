import { hasStoredSession, isRenderedForMember, sessionKey } from './session/stored.ts'

/**
 * Starts the member features of every page: the *Link Membership* link and the member menu. Their code is
 * loaded when somebody uses the link or is signed in.
 */
export function startMembers(): void {
  document.addEventListener('click', openLinkDialog, { capture: true })
  const show = () => {
    if (!hasStoredSession() && !isRenderedForMember()) return
    import('./member-menu.ts').then((menu) => menu.showMemberMenu(), loadNextPageNatively)
  }
  show()
  document.addEventListener('astro:page-load', show)
  // Shows the menu after a sign-in in another tab.
  addEventListener('storage', ({ key }) => key === sessionKey && show())
}

// A document never retries a failed import, so the next page is loaded as a new document.
function loadNextPageNatively(): void {
  document.addEventListener('astro:before-preparation', (event) => event.preventDefault(), {
    once: true,
  })
}

function openLinkDialog(event: MouseEvent): void {
  const { target } = event
  const link =
    target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-link-membership]') : null
  const isModified = event.ctrlKey || event.metaKey || event.shiftKey
  // In edit mode a click on the link edits its text.
  if (!link || isModified || document.documentElement.dataset.editing === 'edit') return
  event.preventDefault()
  event.stopPropagation()
  import('./gate/enter.ts')
    .then(({ startLinkDialog }) => startLinkDialog())
    .catch(() => location.assign(link.href))
}
