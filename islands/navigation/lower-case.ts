import { navigate } from 'astro:transitions/client'

const isTyping = () =>
  document.activeElement?.matches(
    'input, textarea, select, [contenteditable]:not([contenteditable=false])',
  )

/**
 * Changes the page's path to lower case if its first segment is known, except while a person types.
 * The server redirects requested paths. This function corrects paths that a script has set. Source: spec section 2,
 * global behaviours.
 */
export function keepPathsLowerCase(): void {
  addEventListener('popstate', correct)
  document.addEventListener('astro:page-load', correct)
}

async function correct(): Promise<void> {
  const { pathname, search, hash } = location
  if (pathname === pathname.toLowerCase() || isTyping()) return
  // The list of known segments is loaded on demand, because it is rarely needed.
  const { lowerCasePath } = await import('../../cms/features/content/routes.ts')
  const name = document.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content
  const lower = lowerCasePath(pathname, name)
  if (lower === null || location.pathname !== pathname) return
  void navigate(lower + search + hash, { history: 'replace' })
}
