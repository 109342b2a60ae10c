const unknownFailure = 'Something went wrong. Please try again.'

/** A refused call; its message is for the person who made it. */
export class CallError extends Error {
  /** The server's error code; empty without a reply. */
  readonly code: string
  constructor(message: string, code = '') {
    super(message)
    this.code = code
  }
}

type Options = { body?: unknown; method?: 'POST' | 'PATCH'; signal?: AbortSignal }

/**
 * Calls the API: POST or `method` with a `body`, otherwise GET.
 * @param path below /api/
 * @throws CallError with the server's message
 */
export async function call<Reply>(
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
  if (!response) throw new CallError('The server can’t be reached. Please try again.')
  const reply = await response.json().catch(() => ({}))
  if (response.ok) return reply as Reply
  // Payload's own endpoints reply with a list of errors.
  const message = reply.message || reply.errors?.[0]?.message || unknownFailure
  throw new CallError(message, reply.error)
}

/** The message of a failed call, for the person who made it. */
export const errorMessage = (error: unknown): string =>
  error instanceof CallError ? error.message : unknownFailure
