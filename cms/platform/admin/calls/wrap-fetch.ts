type Fetch = typeof fetch

/** Handles a request of the page. @param send passes a request on; may be called several times */
export type FetchWrapper = (send: Fetch, request: Parameters<Fetch>) => Promise<Response>

let wrappers: { handle: FetchWrapper }[] = []
let isInstalled = false

/**
 * Passes all requests of the page, including Payload's, through `wrapper`. The wrapper that was added last gets
 * a request first and its response last. Wrappers can be removed in any order.
 * @returns a function that removes the wrapper; requests that have started still pass through it
 */
export function wrapFetch(wrapper: FetchWrapper): () => void {
  install()
  const added = { handle: wrapper }
  wrappers = [...wrappers, added]
  return () => {
    wrappers = wrappers.filter((each) => each !== added)
  }
}

// `window.fetch` is never restored, because code that replaced it later may call the wrapped `fetch`.
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
