import type { TransitionBeforePreparationEvent } from 'astro:transitions/client'
import { pageNeeds } from '../../cms/features/pages.ts'
import { needsFullLoad } from '../../cms/platform/ui/page-needs.ts'

function loadFully(event: TransitionBeforePreparationEvent): void {
  event.preventDefault()
  // After "back", the address is that of the next page already. With a fragment, the router's navigation to the same
  // address would only scroll.
  if (event.navigationType === 'traverse') setTimeout(() => location.reload())
}

/** Loads a new document for navigations between pages with different headers, whatever starts them. */
export function loadOwnHeadersFully(): void {
  document.addEventListener(
    'astro:before-preparation',
    (event) => {
      const isFull = () => needsFullLoad(pageNeeds, event.from.pathname, event.to.pathname)
      // A server may redirect to another page, which is known only when it has answered.
      const load = event.loader
      event.loader = async () => {
        await load()
        if (isFull()) loadFully(event)
      }
      if (!isFull()) return
      loadFully(event)
      // The router then navigates natively, so nothing else has to prepare.
      event.stopImmediatePropagation()
    },
    { capture: true },
  )
  // The router cannot pass a form on, so the browser sends it.
  document.addEventListener(
    'submit',
    ({ target }) => {
      if (!(target instanceof HTMLFormElement)) return
      const { pathname } = new URL(target.action, location.href)
      if (needsFullLoad(pageNeeds, location.pathname, pathname)) target.dataset.astroReload = ''
    },
    { capture: true },
  )
}
