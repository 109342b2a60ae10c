const unreachable = 'The server can’t be reached. Please try again.'
const unknownFailure = 'Something went wrong. Please try again.'

/** A refused or unanswered call, or a failed passkey prompt. The message is shown to the user. */
export class CallError extends Error {
  /** The server's error code; empty if there is none. */
  readonly code: string
  /** The field that is wrong, as a path with dots; empty if there is none. */
  readonly field: string
  constructor(message: string, code = '', field = '') {
    super(message)
    this.code = code
    this.field = field
  }
}

type Options = { body?: unknown; method?: 'POST' | 'PATCH' | 'DELETE'; signal?: AbortSignal }

/**
 * Calls the API. A call with a `body` is sent with `method`, by default POST; all others are GET.
 * @param path below /api/
 * @throws CallError with the server's message, or if the server cannot be reached
 */
export async function callApi<Reply>(
  path: string,
  { body, method = 'POST', signal }: Options = {},
): Promise<Reply> {
  const request: RequestInit = body
    ? {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }
    : {}
  const response = await fetch(`/api/${path}`, { ...request, signal: signal ?? null }).catch(
    () => null,
  )
  if (!response) throw new CallError(unreachable)
  const reply = await response.json().catch(() => {
    // After the status has arrived, the body can still be cut off, or the call can be aborted.
    if (response.ok && response.status !== 204) throw new CallError(unreachable)
    return {}
  })
  if (response.ok) return reply as Reply
  // Payload's own endpoints reply with a list of errors.
  const message = reply.message || reply.errors?.[0]?.message || unknownFailure
  throw new CallError(message, reply.error, reply.field)
}

/** The message about a failed call that is shown to the user. */
export const errorMessage = (error: unknown): string =>
  error instanceof CallError ? error.message : unknownFailure
