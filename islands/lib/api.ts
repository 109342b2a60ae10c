type Options = {
  method?: 'GET' | 'POST' | 'DELETE'
  /** Sent as JSON, or as a form where it is one. */
  body?: unknown
  /** A member's access token. */
  token?: string | null
  /** Sent to its end even where the page is left meanwhile. */
  keepalive?: boolean
  timeoutMs?: number
  fetch?: typeof globalThis.fetch
}

/** A call that did not succeed: `status` 0 where none came whole, `body` what the server said. */
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

const answerMs = 20_000

const unreached = (): never => {
  throw new ApiError(0, 'network', 'The server could not be reached.')
}

/**
 * Calls the site's own API.
 * @returns the reply's JSON, unchecked: it comes from our own server
 * @throws ApiError with the server's `{error, message}`, or with code `network` where no answer came,
 *   or only a part of one
 */
export async function callApi<Reply>(
  path: string,
  {
    method,
    body,
    token,
    keepalive = false,
    timeoutMs = answerMs,
    fetch = globalThis.fetch,
  }: Options = {},
): Promise<Reply> {
  const isForm = body instanceof FormData
  const response = await fetch(path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    keepalive,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      ...(!isForm && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(unreached)
  const reply: unknown = await response.json().catch(response.ok ? unreached : () => null)
  if (response.ok) return reply as Reply
  const { error, message } = (reply ?? {}) as { error?: string; message?: string }
  throw new ApiError(response.status, error ?? 'server', message ?? 'Unknown error', reply)
}
