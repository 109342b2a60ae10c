import { pollWhileVisible } from '../lib/poll-while-visible.ts'
import { fetchTotal } from './fetch-total.ts'

const pollMs = 60_000

/**
 * Fetches the Common Good total now and then every minute while the page is visible (spec section 9).
 * @param onTotal gets the total in cents; not called when a fetch failed
 * @returns a function that stops polling
 */
export function pollTotal(onTotal: (cents: number) => void): () => void {
  const controller = new AbortController()
  const update = async () => {
    const cents = await fetchTotal({ signal: controller.signal })
    if (cents !== null) onTotal(cents)
  }
  const stop = pollWhileVisible(update, pollMs)
  return () => {
    stop()
    controller.abort()
  }
}
