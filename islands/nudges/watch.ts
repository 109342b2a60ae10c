import { followLive } from './live.ts'
import { session } from './session.ts'
import { findStored } from './stored.ts'
import { channel } from './this-window.ts'

/** Source: spec section 9, "Nudge session sync poll" and "Visibility re-check delay". */
const syncMs = 2_000
const recheckAfterMs = 500
/** Source: spec section 4, "Nudge lifecycle". */
const readyAfterMs = 100
const testAfterMs = 500

const loadNudges = () => import('./nudges.ts')

/**
 * Looks for a nudge in session storage, in the local database and at the server. Every visitor loads this code;
 * the code that shows a nudge is loaded when there is one.
 */
export function watchForNudges(): void {
  const findInSession = () => {
    if (!document.hidden && session.read('nudge_url') !== null) loadNudges().catch(ignore)
  }
  findInSession()
  setInterval(findInSession, syncMs)
  void recheck()
  document.addEventListener('visibilitychange', () => setTimeout(recheck, recheckAfterMs))
  addEventListener('focus', recheck)
  setTimeout(sendReady, readyAfterMs)
  setTimeout(sendTest, testAfterMs)
  followLive((nudge) => {
    loadNudges().then(({ receiveLive }) => receiveLive(nudge), ignore)
  })
  if (globalThis.Notification?.permission === 'granted') {
    import('./push/sync.ts').then(({ syncSubscription }) => syncSubscription()).catch(ignore)
  }
}

const ignore = () => {}

/** Looks for a nudge that came while nobody saw this window. */
async function recheck(): Promise<void> {
  if (document.hidden || session.read('nudge_url') !== null) return
  const stored = await findStored()
  if (stored) loadNudges().then(({ acceptStored }) => acceptStored(stored), ignore)
}

const tell = (message: object): void => navigator.serviceWorker?.controller?.postMessage(message)

/** Source: spec section 7, "Messaging". */
function sendReady(): void {
  const listeners = {
    serviceWorker: 'serviceWorker' in navigator,
    broadcastChannel: channel !== null,
    window: true,
  }
  tell({ type: 'APP_READY', timestamp: Date.now(), currentUrl: location.href, listeners })
}

function sendTest(): void {
  const test = { type: 'TEST', timestamp: Date.now() }
  channel?.postMessage(test)
  tell(test)
}
