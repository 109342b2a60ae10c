import { navigate } from 'astro:transitions/client'
import { lowerCasePath } from '../../cms/content/routes.ts'

const isTyping = () =>
  document.activeElement?.matches(
    'input, textarea, select, [contenteditable]:not([contenteditable=false])',
  )

/**
 * Redirects upper-case paths under known first segments to lower case, except while typing.
 * Source: spec section 2, global behaviours.
 */
export function keepPathsLowerCase(): void {
  document.addEventListener('astro:before-preparation', (event) => {
    const lower = lowerCasePath(event.to.pathname)
    if (lower !== null && !isTyping())
      event.to = new URL(lower + event.to.search + event.to.hash, event.to)
  })
  // An address changed by a script.
  addEventListener('popstate', correct)
  document.addEventListener('astro:page-load', correct)
}

function correct(): void {
  const lower = lowerCasePath(location.pathname)
  if (lower === null || isTyping()) return
  void navigate(lower + location.search + location.hash, { history: 'replace' })
}
