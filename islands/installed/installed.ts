import { keepOnRoot } from '../navigation/root-flags.ts'

/** The cookie by which the server knows the installed app. The server's name for it is the same. */
const cookie = 'common-room-installed'
const yearSeconds = 31_536_000

const isInstalled = () =>
  matchMedia('(display-mode: standalone)').matches ||
  (navigator as { standalone?: boolean }).standalone === true

/**
 * Finds out whether the site runs as an installed app, and flags it: on the root element and, for
 * the server, as a cookie. Source: spec section 2, global behaviours; section 9, session keys.
 */
export function flagInstalledApp(): void {
  try {
    sessionStorage.setItem('app_initialized', 'true')
  } catch {
    // The browser keeps nothing; the flag is for this session only anyway.
  }
  const installed = isInstalled()
  if (installed) keepOnRoot('installed')
  const flagged = document.cookie.includes(`${cookie}=1`)
  if (installed === flagged) return
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  const age = installed ? yearSeconds : 0
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser
  document.cookie = `${cookie}=1; Path=/; Max-Age=${age}; SameSite=Lax${secure}`
  if (!installed) leaveWww()
}

// The app's cookie let this visit pass at the www host; in an ordinary tab it belongs to the bare one.
function leaveWww(): void {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href
  if (!canonical || location.hostname !== `www.${new URL(canonical).hostname}`) return
  location.replace(new URL(location.pathname + location.search + location.hash, canonical))
}
