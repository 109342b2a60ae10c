import { channel, type Source } from './channel.ts'
import { claim } from './claim.ts'
import { followLive } from './live.ts'
import { type Nudge, readMessage } from './message.ts'
import { createPending } from './pending.ts'
import { session } from './session.ts'
import { findStored, forgetStored } from './stored.ts'

/** Source: spec section 9, "Nudge session sync poll" and "Visibility re-check delay". */
const syncMs = 2_000
const recheckAfterMs = 500
/** Source: spec section 4, "Nudge lifecycle". */
const readyAfterMs = 100
const testAfterMs = 500

/** The path at which this document was loaded. */
const firstPath = location.pathname

const pending = createPending({
  session,
  show: (nudge) => void showButton(nudge),
  forget: (nudge) => void forgetStored(nudge),
  claim,
  now: Date.now,
  later: setTimeout,
})

const loadButton = () => import('./button.ts')
let latest: Nudge | null = null

async function showButton(nudge: Nudge | null): Promise<void> {
  latest = nudge
  const { renderButton } = await loadButton()
  // Another nudge may have come while the button's code was loaded.
  if (latest === nudge) renderButton(nudge, pending.click)
}

const tell = (message: object): void => navigator.serviceWorker?.controller?.postMessage(message)

/** Handles a message to this window. Its origin is not checked. Source: spec section 5. */
export async function receive(data: unknown, source: Source): Promise<void> {
  const message = readMessage(data)
  if (!message) {
    const { type } = (data ?? {}) as { type?: unknown }
    console.debug('This message is no nudge and was ignored:', String(type).slice(0, 40))
    return
  }
  const { nudge, isClicked } = message
  if (isClicked) {
    tell({ type: 'NUDGE_RECEIVED', url: nudge.url, timestamp: Date.now(), source })
    if (nudge.id !== null) await claim(nudge.id)
    if (session.read('nudge_url') === nudge.url) pending.clear()
    return (await loadButton()).followLink(nudge.url)
  }
  // A window that nobody sees leaves the nudge to one that is seen, and finds it when it becomes visible.
  if (document.hidden && nudge.id !== null) return
  if (!(await pending.set(nudge))) return
  tell({ type: 'NUDGE_RECEIVED', url: nudge.url, timestamp: Date.now(), source })
}

/** Looks for a nudge that came while nobody saw this window. */
async function recheck(): Promise<void> {
  if (document.hidden || pending.isPresent()) return
  const stored = await findStored()
  if (stored && !pending.isPresent()) await pending.set(stored)
}

function start(): void {
  pending.sync()
  void recheck()
  setInterval(() => document.hidden || pending.sync(), syncMs)
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return
    pending.sync()
    setTimeout(recheck, recheckAfterMs)
  })
  addEventListener('focus', () => void recheck())
  document.addEventListener('astro:after-swap', () => {
    if (location.pathname !== firstPath) pending.clear()
    if (latest) void showButton(latest)
  })
  setTimeout(() => {
    const listeners = {
      serviceWorker: 'serviceWorker' in navigator,
      broadcastChannel: channel !== null,
      window: true,
    }
    tell({ type: 'APP_READY', timestamp: Date.now(), currentUrl: location.href, listeners })
  }, readyAfterMs)
  setTimeout(() => {
    const test = { type: 'TEST', timestamp: Date.now() }
    channel?.postMessage(test)
    tell(test)
  }, testAfterMs)
  followLive((nudge) => void receive({ ...nudge, type: 'SHOW_NUDGE' }, 'window-listener'))
  if (globalThis.Notification?.permission === 'granted') {
    import('./push/sync.ts').then(({ syncSubscription }) => syncSubscription()).catch(() => {})
  }
}

start()
