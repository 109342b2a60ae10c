import { hasStoredSession, sessionKey } from './stored.ts'

/**
 * What of the Common Room is on every page: a link that opens a dialog, and the menu of whoever is
 * signed in. A visitor fetches neither.
 */
export function startMembership(): void {
  document.addEventListener('click', openLinkDialog, { capture: true })
  const show = () => {
    if (hasStoredSession()) void import('./member-menu.ts').then((menu) => menu.showMemberMenu())
  }
  show()
  // Signed in in another tab.
  addEventListener('storage', ({ key }) => key === sessionKey && show())
}

function openLinkDialog(event: MouseEvent): void {
  const { target } = event
  const link =
    target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-link-membership]') : null
  const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey
  // Editors click its words to change them.
  if (!link || isElsewhere || document.documentElement.dataset.editing === 'edit') return
  event.preventDefault()
  event.stopPropagation()
  import('./begin.ts')
    .then(({ beginToLink }) => beginToLink())
    .catch(() => location.assign(link.href))
}
