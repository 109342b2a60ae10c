import { pollWhileVisible } from '../../cms/platform/ui/poll-while-visible.ts'
import { fetchTotal } from './fetch-total.ts'

const pollMs = 60_000

type Listener = (cents: number) => void
const listeners = new Set<Listener>()
let last: number | undefined
let stopPolling: (() => void) | undefined

/**
 * Fetches the Common Good total at once, then every minute while the page is visible (spec section 9). All callers
 * share one poll. A later caller gets the last total at once.
 * @param onTotal gets the total in cents; not called when a fetch failed
 * @returns a function that stops polling
 */
export function pollTotal(onTotal: Listener): () => void {
  // Wrapped, because the Set would store the same callback only once if it is registered twice.
  const listener: Listener = (cents) => onTotal(cents)
  listeners.add(listener)
  if (last !== undefined) listener(last)
  stopPolling ??= startPolling()
  return () => {
    listeners.delete(listener)
    if (listeners.size) return
    stopPolling?.()
    stopPolling = undefined
    last = undefined
  }
}

function startPolling(): () => void {
  const controller = new AbortController()
  const update = async () => {
    const cents = await fetchTotal({ signal: controller.signal })
    if (cents === null || controller.signal.aborted) return
    last = cents
    for (const listener of listeners) listener(cents)
  }
  const stop = pollWhileVisible(update, pollMs)
  return () => {
    stop()
    controller.abort()
  }
}
