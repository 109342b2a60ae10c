import { stdSerializers } from 'pino'

const longest = 4096
const mostEntries = 50
const deepest = 4

/** An error as it is logged: cut where it is long, and without what a query was asked with. */
export function loggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  return cut(stdSerializers.err(error), 0)
}

/** A text of an error, in the same measure. */
export function loggedText(text: string): string {
  // Drizzle writes the parameters into its message, which stands in the stack as well.
  const told = text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/g, '')
  return told.length <= longest ? told : `${told.slice(0, longest)}…`
}

/** Whether whoever sent the request was at fault, or left: nothing for anybody here to look into. */
export function isOfSender(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { status, code } = error as { status?: unknown; code?: unknown }
  if (code === 'ECONNRESET') return error.message === 'aborted'
  return typeof status === 'number' && status >= 400 && status < 500
}

function cut(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return loggedText(value)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (depth > deepest) return '…'
  if (Array.isArray(value)) return value.slice(0, mostEntries).map((each) => cut(each, depth + 1))
  const entries = Object.entries(value).filter(([name]) => !asked.has(name))
  return Object.fromEntries(
    entries.slice(0, mostEntries).map(([name, each]) => [name, cut(each, depth + 1)]),
  )
}
const asked = new Set(['params', 'parameters'])
