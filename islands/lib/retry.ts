/** The longest wait that a refusal may ask for. After a refusal that asks for more, the request is not sent again. */
const maxWaitSeconds = 20
/** Wait after a refusal that does not specify a time. */
const defaultWaitSeconds = 5

/**
 * A `fetch` that sends a refused request (429) again, once, after the time that the server asks for. Many guests
 * of a venue share one address and do the same within seconds, so a random time is added.
 * @param options.spreadMs the longest random time
 * @param options.isSafe whether the request is also sent again after status 503 or without a reply
 */
export function retryingFetch({
  spreadMs,
  isSafe = false,
  fetch = globalThis.fetch,
  random = Math.random,
  wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}: {
  spreadMs: number
  isSafe?: boolean
  fetch?: typeof globalThis.fetch
  random?: () => number
  wait?: (ms: number) => Promise<void>
}): typeof globalThis.fetch {
  const isBusy = ({ status }: Response) => status === 429 || (isSafe && status === 503)
  return async (url, init) => {
    const reply = await fetch(url, init).catch((error: unknown) => {
      if (!isSafe) throw error
    })
    if (reply && !isBusy(reply)) return reply
    const seconds = Number(reply?.headers.get('retry-after') || defaultWaitSeconds)
    // Also true if the header is a date: then `seconds` is NaN.
    if (reply && !(seconds <= maxWaitSeconds)) return reply
    await wait(seconds * 1000 + random() * spreadMs)
    return fetch(url, init)
  }
}
