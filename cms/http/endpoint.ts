import type { Endpoint, PayloadRequest } from 'payload'
import { errorResponse, HttpError } from './errors.ts'
import { translateForeign } from './foreign-errors.ts'

/**
 * One call of the program's own: its failures leave in the shape `{error, message}`, and only the
 * expected ones say more than that something went wrong.
 */
export function endpoint(
  method: Endpoint['method'],
  path: string,
  handle: (req: PayloadRequest) => Promise<Response>,
): Endpoint {
  return {
    method,
    path,
    handler: async (req) => {
      try {
        return await handle(req)
      } catch (error) {
        const known = error instanceof HttpError ? error : translateForeign(error)
        if (known) return errorResponse(known)
        req.payload.logger.error({ err: error, path }, 'endpoint failed')
        return errorResponse(new HttpError('server', 'Something went wrong. Please try again.'))
      }
    },
  }
}

/**
 * What was sent as JSON, undefined where nothing was.
 * @throws HttpError `invalid_json`; what the body itself throws, as `too_large`
 */
export async function jsonOf(req: PayloadRequest): Promise<unknown> {
  try {
    return await req.json?.()
  } catch (error) {
    if (error instanceof HttpError) throw error
    throw new HttpError('invalid_json', 'The request is no JSON.', { cause: error })
  }
}

/** A reply that no cache keeps. */
export const reply = (body: unknown, init: ResponseInit = {}): Response =>
  Response.json(body, { ...init, headers: { 'cache-control': 'no-store', ...init.headers } })
