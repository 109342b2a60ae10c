import { orUnavailable, requireDatabase } from './availability.ts'
import { anonymousRequest, bodyLimit, sendResponse, toWebRequest, webHeaders } from './body.ts'
import { giveTime } from './body-time.ts'
import { HttpError, inOneShape } from './errors.ts'
import { saysJson, withReadableJson } from './json-body.ts'
import { isRead, requireMethod } from './methods.ts'
import type { Route } from './metrics.ts'
import type { Call, Parts } from './parts.ts'
import { apiPolicy } from './security-headers.ts'

// A body that stands for a query: Payload reads it as one, and strangers’ addresses are no longer.
const overrides = ['x-http-method-override', 'x-payload-http-method-override']
const longestQuery = 16 * 1024

// What may be done with a record says that it is there.
const tellsAccess = /^\/api\/.+\/access(\/|$)/i

export const isApiPath = (path: string): boolean => path === '/api' || path.startsWith('/api/')

/** Answers calls of the API: Payload's endpoints and ours. */
export function createApi(parts: Parts) {
  const { calls, database, headers, siteUrl, uploads } = parts
  /** @param options.isAnonymous for a call that no session has to do with: none is passed on */
  return async (
    { req, res, requestId, method, pathname, search }: Call,
    { isAnonymous = false } = {},
  ): Promise<Route> => {
    requireDatabase(database)
    requireMethod(method, 'api')
    requireAddress(pathname, search)
    const asks = method === 'POST' && overrides.some((name) => req.headers[name] !== undefined)
    const ownCall = calls.find(method, pathname)
    // A JSON body is read as a whole, so it is no upload.
    const isWhole = asks || saysJson(req.headers['content-type'])
    const upload =
      isRead(method) || isWhole
        ? null
        : (ownCall?.upload ?? uploads.find(({ path }) => path.test(pathname)) ?? null)
    const tells = tellsAccess.test(pathname)
    const isStaff =
      (upload !== null || asks || tells) &&
      (await orUnavailable(parts.findStaff(webHeaders(req)), database)) !== null
    if (tells && !isStaff) throw new HttpError('unauthorized', 'You need to be logged in.')
    const limit =
      asks && !isStaff ? longestQuery : bodyLimit(isStaff && upload ? upload.maxBytes : null)
    const request = isAnonymous
      ? anonymousRequest(req, siteUrl, pathname)
      : toWebRequest(req, siteUrl, limit)
    const uploadMs = isStaff && upload ? upload.withinMs : null
    if (uploadMs !== null) giveTime(req, uploadMs)
    const timeoutMs = uploadMs ?? ownCall?.timeoutMs
    // Payload accepts JSON that is not UTF-8. A call of our own checks its body itself.
    const answered = ownCall ? parts.api(request) : withReadableJson(request).then(parts.api)
    const response = await inOneShape(await orUnavailable(answered, database, timeoutMs))
    await sendResponse(res, response, {
      ...headers,
      'content-security-policy': apiPolicy,
      'cache-control': 'no-store',
      'x-request-id': requestId,
    })
    return 'api'
  }
}

/**
 * Refuses an address that Payload would break at.
 * @throws HttpError `bad_request`, `not_found`
 */
function requireAddress(pathname: string, search: string) {
  if (pathname.includes('\0') || search.includes('%00')) {
    throw new HttpError('bad_request', 'This address can’t be read.')
  }
  // Payload looks its collections up in a plain object, which knows more names than theirs.
  if (Object.hasOwn(Object.prototype, pathname.split('/')[2] ?? '')) {
    throw new HttpError('not_found', 'There is no such call.')
  }
}
