const maxLength = 4096
const maxErrors = 10
const maxDepth = 4

/**
 * An error for the log: name, message, code, stack, and its causes in the same form. Other properties
 * that a library attached are omitted, for example query parameters, requests and connections.
 */
export const loggedError = (error: unknown): unknown => describeError(error, 0)

// Does not use `instanceof`, which is false for errors of another realm.
function describeError(error: unknown, depth: number): unknown {
  if (typeof error === 'string') return loggedText(error)
  if (typeof error !== 'object' || error === null) return error
  if (depth > maxDepth) return '…'
  const { name, message, code, stack, cause, errors } = error as Record<string, unknown>
  const own = { name, message, code, stack }
  const texts = Object.entries(own).flatMap(([key, value]) =>
    typeof value === 'string' ? [[key, loggedText(value)]] : [],
  )
  return {
    ...Object.fromEntries(texts),
    ...(cause !== undefined && { cause: describeError(cause, depth + 1) }),
    ...(Array.isArray(errors) && {
      errors: errors.slice(0, maxErrors).map((each) => describeError(each, depth + 1)),
    }),
  }
}

/** A message or stack without query parameters, truncated to `maxLength`. */
export function loggedText(text: string): string {
  // Drizzle puts the parameters into the message, which is part of the stack.
  const plain = text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/g, '')
  return plain.length <= maxLength ? plain : `${plain.slice(0, maxLength)}…`
}

/** Whether the client caused the error or disconnected. Such an error needs no attention. */
export function isClientError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { status, code } = error as { status?: unknown; code?: unknown }
  if (code === 'ECONNRESET') return error.message === 'aborted'
  return typeof status === 'number' && status >= 400 && status < 500
}
