import { navigate } from 'astro:transitions/client'
import { memberPages } from '../../cms/features/pages.ts'
import { ApiError } from '../../cms/platform/ui/api.ts'
import { showToast } from '../../cms/platform/ui/toasts.ts'
import { closeMenu } from '../navigation/menu.ts'
import { forgetShown } from '../nudges/shown.ts'
import { loadGateUi } from './gate/load-ui.ts'
import { signOutToasts as toasts } from './gate/texts.ts'
import { $session, openSessionOfPage, signOut } from './session/store.ts'

const isOnMemberPage = () => Object.hasOwn(memberPages, location.pathname)
/** Whether the page shows a member's data. Scripts mark such parts of public pages with `data-personal`. */
const isPersonal = () => isOnMemberPage() || document.querySelector('[data-personal]') !== null

let isStarted = false

/** Shows the member menu while somebody is signed in, on this page and on later pages. */
export function showMemberMenu(): void {
  if (!isStarted) followSession()
  isStarted = true
  void openSessionOfPage()
}

function followSession(): void {
  const update = () => {
    const isGuest = $session.get().user === null
    const show = (selector: string, isShown: boolean) => {
      for (const part of document.querySelectorAll<HTMLElement>(selector)) part.hidden = !isShown
    }
    show('[data-member-menu], [data-for-members]', !isGuest)
    show('[data-for-guests]', isGuest)
    if (!isGuest) copyIntoMenu()
  }
  $session.subscribe(({ user, isLoading }, before) => {
    update()
    // The session was ended in this tab, in another tab or by the server.
    if (before?.user && !user && !isLoading && isPersonal()) {
      const next = isOnMemberPage() ? '/common-room' : location.pathname + location.search
      void navigate(next, { history: 'replace' })
    }
  })
  document.addEventListener('astro:after-swap', update)
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-sign-out]')) void onSignOut()
  })
  // A page restored from the back/forward cache may show a member's data after sign-out.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && isPersonal()) location.reload()
  })
}

/** Copies a member's pages from the member menu to the navigation's menu of narrow screens, except the notifications. */
function copyIntoMenu(): void {
  const line = document.querySelector('.menu-facts > p:last-child')
  if (!line || line.querySelector('[data-for-members]')) return
  for (const link of document.querySelectorAll('#members a:not([href="/notifications"])')) {
    const copy = line.appendChild(link.cloneNode(true)) as HTMLElement
    copy.dataset.forMembers = ''
  }
}

async function onSignOut(): Promise<void> {
  closeMenu()
  // The gate UI renders the toasts, so it is loaded first. The sign-out works without it.
  await loadGateUi().catch(() => {})
  try {
    await signOut()
    forgetShown()
    showToast(toasts.done)
  } catch (error) {
    const description = error instanceof ApiError ? error.message : undefined
    showToast({ title: toasts.failed, description, tone: 'fault' })
  }
}
