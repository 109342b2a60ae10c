import { orUnavailable, requireDatabase } from './availability.ts'
import { bodyLimit, carriesUpload, sendResponse, toWebRequest, webHeaders } from './body.ts'
import { inOneShape } from './errors.ts'
import { isRead, requireMethod } from './methods.ts'
import type { Route } from './metrics.ts'
import type { Call, Parts } from './parts.ts'
import { apiPolicy } from './security-headers.ts'

// An upload comes over the line of whoever sends it, and is re-encoded before it is answered.
const uploadWithinMs = 60_000

export const isApiPath = (path: string): boolean => path === '/api' || path.startsWith('/api/')

/** Answers calls of the API: Payload's endpoints and ours. */
export function createApi(parts: Parts) {
  const { database, headers, siteUrl } = parts
  return async ({ req, res, requestId, method, pathname }: Call): Promise<Route> => {
    requireDatabase(database)
    requireMethod(method, 'api')
    const uploads = carriesUpload(pathname) && !isRead(method)
    const trusted = uploads && (await orUnavailable(parts.isStaff(webHeaders(req)), database))
    const request = toWebRequest(req, siteUrl, bodyLimit(trusted))
    const timeoutMs = trusted ? uploadWithinMs : undefined
    const response = await inOneShape(await orUnavailable(parts.api(request), database, timeoutMs))
    await sendResponse(res, response, {
      ...headers,
      'content-security-policy': apiPolicy,
      'cache-control': 'no-store',
      'x-request-id': requestId,
    })
    return 'api'
  }
}
