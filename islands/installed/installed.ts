import { keepOnRoot } from '../navigation/root-flags.ts'
import { isInstalled } from './is-installed.ts'

/** Cookie that tells the server that the site runs as an installed app. The server uses the same name. */
const cookieName = 'common-room-installed'
const yearSeconds = 31_536_000

/**
 * Marks an installed app on the root element and, for the server, in a cookie.
 * Source: spec section 2, global behaviours; section 9, session keys.
 */
export function flagInstalledApp(): void {
  try {
    sessionStorage.setItem('app_initialized', 'true')
  } catch {
    // Storage is unavailable.
  }
  const installed = isInstalled()
  if (installed) keepOnRoot('installed')
  const isFlagged = document.cookie.includes(`${cookieName}=1`)
  if (installed === isFlagged) return
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  const age = installed ? yearSeconds : 0
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser
  document.cookie = `${cookieName}=1; Path=/; Max-Age=${age}; SameSite=Lax${secure}`
  if (!installed) leaveWww()
}

// Redirects from www to the bare host. The server skipped this redirect, because the browser still sent the cookie
// of an installed app.
function leaveWww(): void {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href
  if (!canonical || location.hostname !== `www.${new URL(canonical).hostname}`) return
  location.replace(new URL(location.pathname + location.search + location.hash, canonical))
}
