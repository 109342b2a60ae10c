import { readStored } from '../../cms/platform/ui/storage.ts'
import { unsentKey } from './clicks.ts'
import { ignore } from './ignore.ts'
import { followLive } from './live.ts'
import type { Nudges } from './nudges.ts'
import { findStored, resultOf, withStore } from './stored.ts'

/** Source: spec section 9, "Nudge session sync poll" and "Visibility re-check delay". */
const syncMs = 2_000
const recheckAfterMs = 500

/** Loads the code that shows nudges, once. Most visitors never need it. */
let loaded: Promise<Nudges> | undefined
const load = (): Promise<Nudges> => {
  loaded ??= import('./nudges.ts').then(({ createNudges }) =>
    createNudges({ resultOf, withStore, postToWorker }),
  )
  return loaded
}
const withNudges = (use: (nudges: Nudges) => unknown): void => {
  load().then(use).catch(ignore)
}

const postToWorker = (message: object): void =>
  navigator.serviceWorker?.controller?.postMessage(message)

/** Handles a message. @param target where the message was received: this window, the channel or the service worker */
export const receive = (data: unknown, target: unknown): void =>
  withNudges((nudges) => nudges.receive(data, target))

/** Offers nudges, if `questionFor` says so. */
export const offer = (): void => withNudges((nudges) => nudges.offer())

/** Reports the clicks that the server has not got, for example because it could not be reached. */
function reportUnsent(): void {
  if (document.hidden || readStored('localStorage', unsentKey) === null) return
  void import('./calls.ts').then(({ reportUnsentClicks }) => reportUnsentClicks()).catch(ignore)
}

function hasNudge(): boolean {
  try {
    return 'nudge_url' in sessionStorage
  } catch {
    return false
  }
}

function sync(): void {
  if (!document.hidden && (loaded || hasNudge())) withNudges((nudges) => nudges.sync())
}

/** Looks for a nudge that arrived while this window was hidden. */
async function recheck(): Promise<void> {
  sync()
  if (document.hidden || hasNudge()) return
  const stored = await findStored()
  if (!stored.length) return
  withNudges(async (nudges) => {
    for (const nudge of stored) if (await nudges.acceptStored(nudge)) return
  })
}

// Runs on import: looks for a nudge in session storage, in the local database and at the server.
void recheck()
setInterval(sync, syncMs)
document.addEventListener('visibilitychange', () => setTimeout(recheck, recheckAfterMs))
addEventListener('focus', recheck)
reportUnsent()
for (const event of ['online', 'focus']) addEventListener(event, reportUnsent)
followLive((nudge) => receive({ ...nudge, type: 'SHOW_NUDGE' }, self))
if (globalThis.Notification?.permission === 'granted') {
  withNudges((nudges) => nudges.syncSubscription())
}
