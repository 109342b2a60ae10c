/**
 * A problem that whoever runs the program can repair. `message` says what is wrong, where, and what to do;
 * it is printed without a stack.
 */
export class StartError extends Error {
  override name = 'StartError'
}

const sqliteFull = 13

/** What to print of an error that prevents the start; null if its stack is needed. */
export function startProblem(error: unknown): string | null {
  if (error instanceof StartError) return error.message
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown }
  const isDiskFull = code === 'ENOSPC' || errcode === sqliteFull
  return isDiskFull ? 'The disk is full. Free some space, then start again.' : null
}
