const retries = 3
const firstPauseMs = 1000
const longestPauseMs = 30_000
// All four attempts end before the next poll.
const answerMs = 10_000

type Means = {
  signal: AbortSignal
  fetch?: typeof globalThis.fetch
  /** How long one answer may take. */
  timeoutMs?: number
  sleep?: (ms: number) => Promise<void>
}

/**
 * Asks for the Common Good total, three times more where it fails, each time after twice the pause.
 * Source: spec section 7, data-fetching defaults.
 * @returns hundredths, or null where no answer came
 */
export async function fetchTotal({
  signal,
  fetch = globalThis.fetch,
  timeoutMs = answerMs,
  sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}: Means): Promise<number | null> {
  for (let attempt = 0; attempt <= retries && !signal.aborted; attempt++) {
    if (attempt > 0) await sleep(Math.min(firstPauseMs * 2 ** (attempt - 1), longestPauseMs))
    try {
      const response = await fetch('/api/get-common-good-totals', {
        method: 'POST',
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      })
      const { combined_total_cents: cents } = await response.json()
      if (response.ok && Number.isSafeInteger(cents)) return cents
    } catch {
      // Asked again below; what was shown stays.
    }
  }
  return null
}
