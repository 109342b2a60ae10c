import { stdSerializers } from 'pino'

const maxLength = 4096
const maxEntries = 50
const maxDepth = 4

/** An error for the log: shortened, and without the parameters of a query. */
export function loggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  return cut(stdSerializers.err(error), 0)
}

/** The text of an error, shortened in the same way. */
export function loggedText(text: string): string {
  // Drizzle puts the parameters into the message, which is part of the stack.
  const plain = text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/g, '')
  return plain.length <= maxLength ? plain : `${plain.slice(0, maxLength)}…`
}

/** Whether the client caused the error or disconnected, so that it needs no attention. */
export function isClientError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { status, code } = error as { status?: unknown; code?: unknown }
  if (code === 'ECONNRESET') return error.message === 'aborted'
  return typeof status === 'number' && status >= 400 && status < 500
}

function cut(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return loggedText(value)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (depth > maxDepth) return '…'
  if (Array.isArray(value)) return value.slice(0, maxEntries).map((each) => cut(each, depth + 1))
  const entries = Object.entries(value).filter(([name]) => !asked.has(name))
  return Object.fromEntries(
    entries.slice(0, maxEntries).map(([name, each]) => [name, cut(each, depth + 1)]),
  )
}
const asked = new Set(['params', 'parameters'])
