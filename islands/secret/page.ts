import { secretRoot } from '../../cms/platform/http/rules.ts'
import { showOwnMessages } from '../ui/fields/own-messages.ts'
import { renewSession } from './signed-in.ts'

/**
 * Starts what every page of the secret kitchens has: its service worker, the renewal of a member's session, and the
 * messages of forms.
 */
export function startSecretPage(): void {
  // As on other pages: its scripts have started.
  document.documentElement.dataset.loaded = ''
  registerWorker()
  renewSession()
  showOwnMessages()
}

function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  navigator.serviceWorker
    .register(`${secretRoot}/sw.js`, { scope: secretRoot })
    .catch((error: unknown) => {
      console.warn('The service worker could not be registered:', error)
    })
}
