import { withRetries } from '../../cms/platform/ui/with-retries.ts'

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
  sleep,
}: Options): Promise<number | null> {
  const attempt = async () => {
    const response = await fetch('/api/get-common-good-totals', {
      method: 'POST',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    const { combined_total_cents: cents } = await response.json()
    if (!response.ok || !Number.isSafeInteger(cents)) throw new Error('no total')
    return cents as number
  }
  const isFinal = () => signal.aborted
  return withRetries(attempt, { isFinal, ...(sleep && { sleep }) }).catch(() => null)
}
