import { navigate } from 'astro:transitions/client'
import { memberPages } from '../../cms/content/routes.ts'
import { ApiError } from '../lib/api.ts'
import { showToast } from '../lib/toasts.ts'
import { showRoom } from './gate/load-ui.ts'
import { $session, openSessionOfPage, signOut } from './session/store.ts'
import { signOutToasts as toasts } from './gate/texts.ts'

const gate = '/common-room'
const isForMembers = () => Object.hasOwn(memberPages, location.pathname)

let isShown = false

/** Shows the menu of members for as long as somebody is signed in, on this page and those that follow. */
export function showMemberMenu(): void {
  if (!isShown) followSession()
  isShown = true
  void openSessionOfPage()
}

function followSession(): void {
  const show = () => {
    for (const menu of document.querySelectorAll<HTMLElement>('[data-member-menu]')) {
      menu.hidden = $session.get().user === null
    }
  }
  $session.subscribe(({ user, isLoading }, before) => {
    show()
    // Signed out in another tab, or by the server.
    if (before?.user && !user && !isLoading && isForMembers()) leave()
  })
  document.addEventListener('astro:after-swap', show)
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-sign-out]')) void leaveHouse()
  })
  // A page that comes back from the browser's memory shows what its member saw.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && isForMembers()) location.reload()
  })
}

async function leaveHouse(): Promise<void> {
  document.querySelector<HTMLElement>('[data-menu]:popover-open')?.hidePopover()
  await showRoom().catch(() => {})
  try {
    await signOut()
    showToast(toasts.done)
  } catch (error) {
    const description = error instanceof ApiError ? error.message : undefined
    showToast({ title: toasts.failed, description, tone: 'fault' })
  }
}

const leave = () => void navigate(gate, { history: 'replace' })
