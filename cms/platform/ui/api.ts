type Options = {
  method?: 'GET' | 'POST' | 'DELETE'
  /** FormData is sent unchanged; other values are sent as JSON. */
  body?: unknown
  /** A member's access token. */
  token?: string | null
  headers?: Record<string, string>
  /** Lets the request complete after the person has left the page. */
  keepalive?: boolean
  timeoutMs?: number
  fetch?: typeof globalThis.fetch
}

/** A failed call. `status` is 0 if no complete reply arrived; `body` is the server's reply. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly body: unknown
  constructor(status: number, code: string, message: string, body: unknown = null) {
    super(message)
    this.status = status
    this.code = code
    this.body = body
  }
}

const defaultTimeoutMs = 20_000

const throwNetworkError = (): never => {
  throw new ApiError(0, 'network', 'The server could not be reached.')
}

/**
 * The address of one of the site's own calls. A page of the secret kitchens makes its calls below their path, because their
 * host has nothing else (`site/layouts/SecretLayout.astro`).
 */
export function callAddress(path: string): string {
  const root = globalThis.document?.documentElement?.dataset?.root
  return root && path.startsWith('/api/') ? root + path : path
}

/**
 * Calls the site's own API.
 * @returns the reply's JSON, not validated
 * @throws ApiError with the server's `{error, message}`, or with code `network` if no complete
 *   reply arrived
 */
export async function callApi<Reply>(
  path: string,
  {
    method,
    body,
    token,
    headers = {},
    keepalive = false,
    timeoutMs = defaultTimeoutMs,
    fetch = globalThis.fetch,
  }: Options = {},
): Promise<Reply> {
  const isForm = body instanceof FormData
  const response = await fetch(callAddress(path), {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    keepalive,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      ...(!isForm && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(throwNetworkError)
  const reply: unknown = await response.json().catch(response.ok ? throwNetworkError : () => null)
  if (response.ok) return reply as Reply
  const { error, message } = (reply ?? {}) as { error?: string; message?: string }
  throw new ApiError(response.status, error ?? 'server', message ?? 'Unknown error', reply)
}
