import type { LiveNudge } from '../../cms/nudges/contract.ts'

const lockName = 'common-room-nudges-live'
/** Delay before a refused connection is made again. It varies, so that windows do not reconnect at once. */
const retryMs = 30_000

/**
 * Passes on the nudges that the server sends to open windows. A browser has one connection: the visible window
 * with the lock has it, and releases it when it is hidden or stored in the back/forward cache.
 */
export function followLive(onNudge: (nudge: LiveNudge) => void): void {
  let stop: (() => void) | null = null
  const update = () => {
    if (document.hidden) {
      stop?.()
      stop = null
    } else stop ??= hold(onNudge)
  }
  document.addEventListener('visibilitychange', update)
  addEventListener('pageshow', update)
  addEventListener('pagehide', () => {
    stop?.()
    stop = null
  })
  update()
}

/** Waits for the lock, then connects. @returns a function that ends both */
function hold(onNudge: (nudge: LiveNudge) => void): () => void {
  const controller = new AbortController()
  const { signal } = controller
  const connectUntilStopped = () =>
    new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve())
      connect(onNudge, signal)
    })
  const locked = navigator.locks?.request(lockName, { signal }, connectUntilStopped)
  // Browsers without locks have a connection for each visible window.
  if (locked) locked.catch(() => {})
  else void connectUntilStopped()
  return () => controller.abort()
}

/** Id of the last nudge of this window's connection; empty before the first one. */
let lastId = ''

function connect(onNudge: (nudge: LiveNudge) => void, signal: AbortSignal): void {
  if (signal.aborted) return
  const source = new EventSource(`/api/nudge/live${lastId && `?after=${lastId}`}`)
  signal.addEventListener('abort', () => source.close())
  source.addEventListener('nudge', ({ data, lastEventId }) => {
    lastId = lastEventId
    onNudge(JSON.parse(data))
  })
  source.addEventListener('error', () => {
    // A lost connection is made again by the browser, a refused one is not.
    if (source.readyState !== EventSource.CLOSED) return
    setTimeout(() => connect(onNudge, signal), retryMs * (1 + Math.random()))
  })
}
