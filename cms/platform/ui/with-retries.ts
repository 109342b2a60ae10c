/** Retries, first pause and longest pause. Source: spec section 7, data-fetching defaults. */
const defaults = { retries: 3, firstPauseMs: 1000, maxPauseMs: 30_000 } as const

const pausesMs = Array.from({ length: defaults.retries }, (_, index) =>
  Math.min(defaults.firstPauseMs * 2 ** index, defaults.maxPauseMs),
)

/**
 * Calls `attempt` until it succeeds, at most four times, with doubling pauses. Only for reads: a write may have been
 * carried out although its reply was lost.
 * @param options.isFinal whether the next attempt would fail with this error as well
 * @throws the last error
 */
export async function withRetries<Reply>(
  attempt: () => Promise<Reply>,
  {
    isFinal = () => false,
    sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  }: { isFinal?: (error: unknown) => boolean; sleep?: (ms: number) => Promise<void> } = {},
): Promise<Reply> {
  for (const pauseMs of pausesMs) {
    try {
      return await attempt()
    } catch (error) {
      if (isFinal(error)) throw error
    }
    await sleep(pauseMs)
  }
  return attempt()
}
