const retries = 3
const firstPauseMs = 1000
const maxPauseMs = 30_000
// Four attempts and their pauses fit into one poll interval.
const defaultTimeoutMs = 10_000

type Options = {
  signal: AbortSignal
  fetch?: typeof globalThis.fetch
  timeoutMs?: number
  sleep?: (ms: number) => Promise<void>
}

/**
 * Fetches the Common Good total, with three retries and exponential back-off.
 * Source: spec section 7, data-fetching defaults.
 * @returns cents; null if all attempts failed or `signal` was aborted
 */
export async function fetchTotal({
  signal,
  fetch = globalThis.fetch,
  timeoutMs = defaultTimeoutMs,
  sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}: Options): Promise<number | null> {
  for (let attempt = 0; attempt <= retries && !signal.aborted; attempt++) {
    if (attempt > 0) await sleep(Math.min(firstPauseMs * 2 ** (attempt - 1), maxPauseMs))
    try {
      const response = await fetch('/api/get-common-good-totals', {
        method: 'POST',
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      })
      const { combined_total_cents: cents } = await response.json()
      if (response.ok && Number.isSafeInteger(cents)) return cents
    } catch {
      // The next round of the loop tries again.
    }
  }
  return null
}
