import type { PayloadRequest } from 'payload'
import type { z } from 'zod'
import { jsonOf } from '../http/endpoint.ts'
import { HttpError } from '../http/errors.ts'
import { refusal } from './errors.ts'

const reasons: Record<string, Parameters<typeof refusal>[0]> = {
  email: 'invalid_email',
  token: 'invalid_code',
  code: 'invalid_code',
  old_code: 'invalid_code',
  new_code: 'invalid_code',
  userHandle: 'invalid_handle',
}

/**
 * What a call was sent, as the contract has it.
 * @throws HttpError `invalid_email`, `invalid_code`, or `bad_request` with what is wrong
 */
export async function asked<S extends z.ZodType>(
  req: PayloadRequest,
  schema: S,
): Promise<z.output<S>> {
  const { data, error } = schema.safeParse(await sentTo(req))
  if (data !== undefined) return data
  const [issue] = error?.issues ?? []
  const reason = reasons[String(issue?.path[0])]
  throw reason
    ? refusal(reason)
    : new HttpError('bad_request', issue?.message ?? 'This can’t be read.')
}

// Some calls need not be told anything.
async function sentTo(req: PayloadRequest): Promise<unknown> {
  return req.headers.get('content-length') === '0' ? {} : jsonOf(req)
}
