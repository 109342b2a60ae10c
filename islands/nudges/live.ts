import type { LiveNudge } from '../../cms/features/nudges/contract.ts'
import { creditEvent } from '../credit/event.ts'

// One window of a browser is connected; the channel tells the others.
const credit = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(creditEvent)
const announceHere = (state: string) =>
  document.dispatchEvent(new CustomEvent(creditEvent, { detail: state }))
credit?.addEventListener('message', ({ data }) => announceHere(String(data)))
const creditMoved = (state: string) => {
  announceHere(state)
  credit?.postMessage(state)
}

const lockName = 'common-room-nudges-live'
/** The shortest delay before a refused connection is retried. A random time is added to spread the load. */
const retryMs = 30_000

/** Whether this window should have a connection. */
let isWanted = false
/** Whether `connectWithLock` is running: this window has the lock, or waits for it. */
let isRunning = false
let source: EventSource | null = null
let release = (): void => {}

/**
 * Calls `onNudge` with each nudge that the server sends to open windows. A browser has one connection: a visible window
 * takes a lock and connects. It releases the lock when it is hidden or stored in the back/forward cache. A new
 * connection gets the last nudges again; `claim.ts` ignores nudges that were shown before.
 */
export function followLive(onNudge: (nudge: LiveNudge) => void): void {
  const update = () => {
    if (document.hidden) stop()
    else {
      isWanted = true
      void connectWithLock(onNudge)
    }
  }
  document.addEventListener('visibilitychange', update)
  addEventListener('pageshow', update)
  addEventListener('pagehide', stop)
  update()
}

function stop(): void {
  isWanted = false
  source?.close()
  source = null
  release()
}

/** Waits for the lock, then connects. Browsers without locks have a connection for each visible window. */
async function connectWithLock(onNudge: (nudge: LiveNudge) => void): Promise<void> {
  if (isRunning) return
  isRunning = true
  // The window may be hidden and visible again before its lock is released. Then it requests the lock again.
  while (isWanted) {
    const connectUntilStopped = () =>
      new Promise<void>((resolve) => {
        release = resolve
        if (isWanted) connect(onNudge)
        else resolve()
      })
    const locked = navigator.locks?.request(lockName, connectUntilStopped)
    await (locked?.catch(connectUntilStopped) ?? connectUntilStopped())
  }
  isRunning = false
}

function connect(onNudge: (nudge: LiveNudge) => void): void {
  const own = new EventSource('/api/nudge/live')
  source = own
  own.addEventListener('nudge', ({ data }) => onNudge(JSON.parse(data)))
  own.addEventListener('credit', ({ data }) => creditMoved(JSON.parse(data).state))
  own.addEventListener('error', () => {
    // The browser restores a lost connection, but not a refused one.
    if (own.readyState !== EventSource.CLOSED) return
    setTimeout(() => source === own && connect(onNudge), retryMs * (1 + Math.random()))
  })
}
