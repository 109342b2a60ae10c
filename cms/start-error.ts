/**
 * A problem that the operator of the program can repair. `message` says what is wrong, where, and what to
 * do. It is printed without a stack.
 */
export class StartError extends Error {
  override name = 'StartError'
}

const sqliteFull = 13

/** The text to print for an error that prevents the start; null if its stack is needed. */
export function startProblem(error: unknown): string | null {
  if (error instanceof StartError) return error.message
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown }
  const isDiskFull = code === 'ENOSPC' || errcode === sqliteFull
  return isDiskFull ? 'The disk is full. Free some space, then start again.' : null
}
