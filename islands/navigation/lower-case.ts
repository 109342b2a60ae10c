import { navigate } from 'astro:transitions/client'
import { lowerCasePath } from '../../cms/content/routes.ts'

const isTyping = () =>
  document.activeElement?.matches(
    'input, textarea, select, [contenteditable]:not([contenteditable=false])',
  )

/**
 * Leads upper-case paths under known first segments to their lower-case spelling, except while
 * somebody types. Source: spec section 2, global behaviours.
 */
export function keepPathsLowerCase(): void {
  document.addEventListener('astro:before-preparation', (event) => {
    const lower = lowerCasePath(event.to.pathname)
    if (lower !== null && !isTyping())
      event.to = new URL(lower + event.to.search + event.to.hash, event.to)
  })
  // An address set by a script, without a navigation.
  addEventListener('popstate', correct)
  document.addEventListener('astro:page-load', correct)
}

function correct(): void {
  const lower = lowerCasePath(location.pathname)
  if (lower === null || isTyping()) return
  void navigate(lower + location.search + location.hash, { history: 'replace' })
}
