import { secretRoot } from '../../cms/platform/http/rules.ts'
import { renewSession } from './signed-in.ts'

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
