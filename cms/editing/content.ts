import type { z } from 'zod'
import { invalidField } from '../http/call.ts'

/** Parses input of an endpoint that is not declared as a call yet. */
export function parseRequest<T>(schema: z.ZodType, input: unknown, within?: string): T {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data as T
  const [issue = { path: [], message: 'is wrong' }] = parsed.error.issues
  throw invalidField({ ...issue, path: [...(within ? [within] : []), ...issue.path] })
}
