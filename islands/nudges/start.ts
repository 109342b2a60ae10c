import { whenLoaded } from '../navigation/when-loaded.ts'
import { ignore } from './ignore.ts'
import { loadWatch } from './load.ts'
import { channel } from './this-window.ts'

/** The code that watches for nudges is loaded this long after the page. A message loads it earlier. */
const watchAfterMs = 2_000
/** How long after the start these messages are sent. Source: spec section 4, "Nudge lifecycle". */
const readyAfterMs = 100
const testAfterMs = 500

/** Listens for nudge messages, and watches for nudges from other sources after the page has loaded. */
export function startNudges(): void {
  // A preview in a frame of the editor shows no nudges.
  if (self !== top) return
  const listen = ({ data, currentTarget }: Event & { data?: unknown }): void => {
    loadWatch().then(({ receive }) => receive(data, currentTarget), ignore)
  }
  for (const target of [self, channel, navigator.serviceWorker]) {
    target?.addEventListener('message', listen)
  }
  setTimeout(sendReady, readyAfterMs)
  setTimeout(sendTest, testAfterMs)
  whenLoaded(() => setTimeout(() => loadWatch().catch(ignore), watchAfterMs))
}

const postToWorker = (message: object): void =>
  navigator.serviceWorker?.controller?.postMessage(message)

/** Source: spec section 7, "Messaging". */
function sendReady(): void {
  const listeners = {
    serviceWorker: 'serviceWorker' in navigator,
    broadcastChannel: channel !== null,
    window: true,
  }
  postToWorker({ type: 'APP_READY', timestamp: Date.now(), currentUrl: location.href, listeners })
}

function sendTest(): void {
  const test = { type: 'TEST', timestamp: Date.now() }
  channel?.postMessage(test)
  postToWorker(test)
}
