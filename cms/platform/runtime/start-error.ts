/**
 * A problem that the operator of the program can repair. `message` says what is wrong, where, and what to
 * do. It is printed without a stack.
 */
export class StartError extends Error {
  override name = 'StartError'
}

const sqliteFull = 13

// Wrong password, account or name of the database.
const refusedCodes = ['28P01', '28000', '3D000']
// PostgreSQL shuts down, or does not accept connections.
const unavailableCodes = ['57P01', '57P02', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE']
// The message of the error that `pg` throws if the server ends a connection. This error has no code.
const connectionLostMessage = 'Connection terminated unexpectedly'

/** The text to print for an error that prevents the start; null if its stack is needed. */
export function startProblem(error: unknown): string | null {
  if (error instanceof StartError) return error.message
  const { code, errcode, syscall, stderr, message, cause } = (error ?? {}) as Record<
    string,
    unknown
  >
  const isFull = code === 'ENOSPC' || code === '53100' || errcode === sqliteFull
  if (isFull || String(stderr ?? '').includes('No space left on device')) {
    return 'The disk is full. Free some space, then start again.'
  }
  const isUnavailable =
    unavailableCodes.includes(String(code)) || (code === 'ENOENT' && syscall === 'connect')
  if (isUnavailable || message === connectionLostMessage) {
    return `The database cannot be reached, or it was stopped meanwhile (${code ?? message}). Start again.`
  }
  if (refusedCodes.includes(String(code))) {
    return `The database refuses the connection: ${message}. Check DATABASE_URL.`
  }
  return cause ? startProblem(cause) : null
}
