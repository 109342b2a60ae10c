import type { IncomingMessage } from 'node:http'
import { type ConcurrencyLimiter, createConcurrencyLimiter } from '../limits/concurrency.ts'
import {
  anonymousRequest,
  bodyLimits,
  mayBeLong,
  receive,
  sendResponse,
  toWebRequest,
  webHeaders,
} from './body/body.ts'
import { extendTimeLimit } from './body/body-time.ts'
import { isJsonType, requireValidJson } from './body/json-body.ts'
import { isFormType } from './body/request-body.ts'
import type { Call } from './call.ts'
import { paramsOf } from './call-table.ts'
import { HttpError, withErrorShape } from './errors.ts'
import type { ParsedRequest, Parts } from './parts.ts'
import { eventHeader, respond } from './respond.ts'
import { orUnavailable, requireDatabase } from './server/availability.ts'
import { costs } from './server/client-budgets.ts'
import { isReadMethod, methodNotAllowed, requireMethod } from './server/methods.ts'
import type { AnswerKind } from './server/metrics.ts'
import { apiPolicy } from './server/security-headers.ts'

// If a POST has one of these headers, Payload reads its body as the query of a GET. For strangers, such a
// body may have 16 KB at most, which is Node's limit for the head of a request.
const overrideHeaders = ['x-http-method-override', 'x-payload-http-method-override']
const maxQueryBytes = 16 * 1024

// Payload's access endpoints reveal a collection's fields and whether a record exists, so only staff may use them.
const accessEndpoint = /^\/api\/(.+\/)?access(\/|$)/i

const signInEndpoint = /^\/api\/users\/(login|reset-password|first-register)$/i

// How many requests of a call with `atOnce` may wait. They are answered before their clients give up.
const maxWaiting = 3000

// How long staff may take to send a body that exceeds the size limit for strangers.
const longBodyMs = 60_000

const gone = () => new HttpError('unavailable', 'Nobody waits for this answer any more.')

function costOf(ownCall: Call | null, method: string, path: string): number {
  if (ownCall) return ownCall.cost ?? (isReadMethod(method) ? costs.call : costs.change)
  return signInEndpoint.test(path) ? costs.signIn : costs.collection
}

export const isApiPath = (path: string): boolean => path === '/api' || path.startsWith('/api/')

/** Answers requests to the API: Payload's endpoints and the features' calls. */
export function createApi(parts: Parts) {
  const { calls, database, headers, siteUrl, uploads } = parts
  const limiters = new Map<Call, ConcurrencyLimiter>()
  const limiterOf = (ownCall: Call, running: number): ConcurrencyLimiter => {
    const limiter =
      limiters.get(ownCall) ?? createConcurrencyLimiter({ running, waiting: maxWaiting })
    limiters.set(ownCall, limiter)
    return limiter
  }
  const answer = async (
    { req, res, method, pathname, search, charge }: ParsedRequest,
    isAnonymous: boolean,
  ): Promise<Response> => {
    requireDatabase(database)
    requireMethod(method, 'api')
    requireSupportedUrl(pathname, search)
    const isQuery =
      method === 'POST' && overrideHeaders.some((name) => req.headers[name] !== undefined)
    const ownCall = calls.find(method, pathname)
    await charge(costOf(ownCall, method, pathname) - costs.request)
    // A JSON body is read as a whole, so it is not an upload.
    const isWhole = isQuery || isJsonType(req.headers['content-type'])
    const upload =
      isReadMethod(method) || isWhole
        ? null
        : (ownCall?.upload ?? uploads.find(({ path }) => path.test(pathname)) ?? null)
    const revealsAccess = accessEndpoint.test(pathname)
    const isLong = !ownCall?.maxBodyBytes && !isReadMethod(method) && mayBeLong(req)
    const isStaff =
      (upload !== null || isQuery || revealsAccess || isLong) &&
      (await orUnavailable(parts.findStaff(webHeaders(req)), database)) !== null
    const isMembersUpload = ownCall?.upload?.by === 'members' && upload !== null
    const isMember =
      isMembersUpload && (await orUnavailable(parts.findMember(webHeaders(req)), database)) !== null
    const mayUpload = isMembersUpload ? isMember : isStaff
    if (revealsAccess && !isStaff) throw new HttpError('unauthorized', 'You need to be logged in.')
    // A wrong method is refused here: for `GET /api/users/login`, Payload would take `login` for an id.
    const methods = ownCall || isQuery || method === 'OPTIONS' ? [] : calls.methodsAt(pathname)
    if (methods.length > 0 && !methods.includes(method)) throw methodNotAllowed(methods)
    const limit =
      upload && mayUpload
        ? upload.maxBytes
        : isStaff
          ? bodyLimits.staff
          : isQuery
            ? maxQueryBytes
            : (ownCall?.maxBodyBytes ?? bodyLimits.strangers)
    let toRequest: () => Request
    try {
      // A body that arrives slowly must not keep those waiting who come later.
      if (ownCall?.atOnce) toRequest = await receive(req, siteUrl, limit)
      else {
        const request = isAnonymous
          ? anonymousRequest(req, siteUrl, pathname)
          : toWebRequest(req, siteUrl, limit)
        toRequest = () => request
      }
    } catch (error) {
      const page = ownCall && tooLargePage(error, req, ownCall, pathname)
      if (!page) throw error
      return respond({ redirect: page })
    }
    const uploadMs = mayUpload && upload ? upload.withinMs : null
    if (isStaff || uploadMs) extendTimeLimit(req, uploadMs ?? longBodyMs)
    else if (ownCall?.bodyWithinMs) extendTimeLimit(req, ownCall.bodyWithinMs)
    const timeoutMs = uploadMs ?? ownCall?.timeoutMs
    // Payload accepts JSON that is not UTF-8, and fails on an invalid query. So the bodies of requests to its endpoints
    // are checked here. A call of our own checks its body itself.
    const checksItself = ownCall !== null && !isQuery
    const isArriving = () => !req.complete && !req.destroyed
    const work = () => {
      // Nobody reads the answer any more. What was to be changed is changed all the same.
      if (ownCall?.atOnce && isReadMethod(method) && res.destroyed) throw gone()
      const request = toRequest()
      const answered = checksItself ? parts.api(request) : requireValidJson(request).then(parts.api)
      return orUnavailable(answered, database, timeoutMs, isArriving)
    }
    const response = ownCall?.atOnce
      ? await limiterOf(ownCall, ownCall.atOnce).run(work)
      : await work()
    return withErrorShape(response)
  }

  /** @param options.isAnonymous whether cookies and other credentials are removed from the request */
  return async (parsed: ParsedRequest, { isAnonymous = false } = {}): Promise<AnswerKind> => {
    // No variable here refers to the web request, so that the request does not stay in memory while the response is
    // sent. Sending some responses takes an hour.
    const response = await answer(parsed, isAnonymous)
    const event = response.headers.get(eventHeader)
    if (event !== null) {
      response.headers.delete(eventHeader)
      parts.countEvent(parsed.req, event)
    }
    parsed.endTurn()
    await sendResponse(parsed.res, response, {
      ...headers,
      'content-security-policy': apiPolicy,
      'cache-control': 'no-store',
      'x-request-id': parsed.requestId,
    })
    return 'api'
  }
}

/** The page for a person whose form was too large to be read; null for programs, which get the error. */
function tooLargePage(
  error: unknown,
  { headers }: IncomingMessage,
  { path, tooLargePage: pageFor }: Call,
  pathname: string,
): string | null {
  if (!(error instanceof HttpError) || error.reason !== 'too_large') return null
  if (!isFormType(headers['content-type']) || !headers.accept?.includes('text/html')) return null
  return pageFor?.(error, paramsOf(path, pathname)) ?? null
}

/**
 * Refuses paths and queries on which Payload throws an internal error.
 * @throws HttpError `bad_request`, `not_found`
 */
function requireSupportedUrl(pathname: string, search: string) {
  if (pathname.includes('\0') || search.includes('%00')) {
    throw new HttpError('bad_request', 'This address can’t be read.')
  }
  // Payload looks up collections in a plain object, so `constructor` would be found.
  if (Object.hasOwn(Object.prototype, pathname.split('/')[2] ?? '')) {
    throw new HttpError('not_found', 'There is no such call.')
  }
}
