import { secretRoot } from '../../cms/platform/http/rules.ts'
import { callApi } from '../../cms/platform/ui/api.ts'
import { readStored, writeStored } from '../../cms/platform/ui/storage.ts'

const renewedKey = 'secret-kitchens-renewed-at'
/** A session ends after weeks without a renewal, so one a day is enough. */
const renewalMs = 24 * 60 * 60 * 1000

/** Starts what every page of the secret kitchens has: its service worker, and the renewal of a member's session. */
export function startSecretPage(): void {
  // As on other pages: its scripts have started.
  document.documentElement.dataset.loaded = ''
  registerWorker()
  renewSession()
}

function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  navigator.serviceWorker
    .register(`${secretRoot}/sw.js`, { scope: secretRoot })
    .catch((error: unknown) => {
      console.warn('The service worker could not be registered:', error)
    })
}

// The page says that its reader is signed in. Pages that everybody shares do not know.
function renewSession(): void {
  if (!document.querySelector('[data-signed-in]')) return
  const at = readStored<number>('localStorage', renewedKey)
  if (at !== null && Date.now() - at < renewalMs) return
  writeStored('localStorage', renewedKey, Date.now())
  void callApi('/api/auth/refresh', { method: 'POST' }).catch(() => {})
}
