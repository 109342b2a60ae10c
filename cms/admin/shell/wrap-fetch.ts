type Fetch = typeof fetch

/** Handles a request of the page. @param send passes a request on, as often as the wrapper wants */
export type FetchWrapper = (send: Fetch, request: Parameters<Fetch>) => Promise<Response>

let wrappers: { handle: FetchWrapper }[] = []
let isInstalled = false

/**
 * Passes all requests of the page through `wrapper`, Payload's own included. A wrapper that was added later
 * sees them first, and their responses last; the order of removal does not matter.
 * @returns removes the wrapper; requests that are on their way keep it
 */
export function wrapFetch(wrapper: FetchWrapper): () => void {
  install()
  const added = { handle: wrapper }
  wrappers = [...wrappers, added]
  return () => {
    wrappers = wrappers.filter((each) => each !== added)
  }
}

// The wrapped `fetch` stays in place, because code that replaced `fetch` later calls it.
function install(): void {
  if (isInstalled) return
  isInstalled = true
  const browserFetch = window.fetch
  window.fetch = (...request) => {
    const send = wrappers.reduce<Fetch>(
      (next, { handle }) =>
        (...passed) =>
          handle(next, passed),
      browserFetch,
    )
    return send(...request)
  }
}
