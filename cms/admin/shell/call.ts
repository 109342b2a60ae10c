/** What a call answered where it was refused, in words for the person who asked. */
export class CallError extends Error {
  /** The code of the refusal; empty where nothing was answered. */
  readonly code: string
  constructor(message: string, code = '') {
    super(message)
    this.code = code
  }
}

type Asked = {
  /** What to post; without it the call reads. */
  body?: unknown
  signal?: AbortSignal
}

/**
 * A call of the program.
 * @param path below /api/
 * @throws CallError with the server's message
 */
export async function call<Reply>(path: string, { body, signal }: Asked = {}): Promise<Reply> {
  const asked: RequestInit = body
    ? {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }
    : {}
  const answer = await fetch(`/api/${path}`, { ...asked, signal: signal ?? null }).catch(() => null)
  if (!answer) throw new CallError('The server can’t be reached. Please try again.')
  const given = await answer.json().catch(() => ({}))
  if (answer.ok) return given as Reply
  throw new CallError(given.message ?? 'Something went wrong. Please try again.', given.error)
}

export const errorMessage = (fault: unknown): string =>
  fault instanceof CallError ? fault.message : 'Something went wrong. Please try again.'
