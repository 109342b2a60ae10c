import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isDiskFull } from '../../database/disk.ts'
import { createRepeatCount } from '../../runtime/log/repeats.ts'
import { createAdmin, findAdminPath, isAdminPath } from '../admin.ts'
import { createApi, isApiPath } from '../api.ts'
import { discardRest, sendResponse, webHeaders } from '../body/body.ts'
import { createBodyCount, tooManyBodies } from '../body/body-count.ts'
import { audienceOf, cookieNames, hasCookie } from '../cookies/cookies.ts'
import { errorResponse, HttpError } from '../errors.ts'
import { isOutage } from '../foreign-errors.ts'
import { createPages } from '../pages/pages.ts'
import { send, sendVariant } from '../pages/representation.ts'
import { createTrackedLinks } from '../pages/tracked-links.ts'
import type { ParsedRequest, Parts } from '../parts.ts'
import { secretRoot } from '../rules.ts'
import { orUnavailable, unavailable } from './availability.ts'
import { bodyCost, costs, createClientBudgets, payerOf } from './client-budgets.ts'
import { isCrossSite } from './cross-site.ts'
import { acceptedEncoding } from './encoding.ts'
import {
  type HostKind,
  hostKind,
  isOnSecretHost,
  isSecretAdminPath,
  noteHostKind,
  secretOriginOf,
  servesFile,
  showsSecretKitchens,
} from './hosts.ts'
import { isReadMethod, requireMethod } from './methods.ts'
import type { AnswerKind } from './metrics.ts'
import type { Payer } from './network-budgets.ts'
import { apiPolicy } from './security-headers.ts'
import { locationOf, loggedPath, parseTarget, withoutTrailingSlashes } from './target.ts'
import { createTurns } from './turns.ts'

/** The maximum length of a path; all paths of the site are shorter. Handling a longer path may take much more time. */
const maxPathLength = 1000
/** The maximum number of request bodies that one client may send at the same time. */
const bodiesPerClient = 24
/** Paths that are needed to sign in: the admin's sign-in pages, and the sign-in calls of staff and members. */
const signInPaths =
  /^\/(cms\/(login|forgot)|(secretkitchens\/)?api\/(users\/(login|forgot-password|passkeys\/sign-in(-options)?)|auth\/(code|verify|link)|webauthn-auth-(options|verify)|webauthn-create-session)\/*|common-room\/sign-in\/\w+|secretkitchens\/sign-in(\/\w+)?)$/i
const bootId = randomBytes(4).toString('hex')

/**
 * Handles every request: files and cached pages from memory first, then health, media, the API, the
 * admin, and pages that have to be rendered.
 */
export function createHandler(parts: Parts) {
  const { calls, files, metrics, hosts, siteUrl } = parts
  const secretOrigin = secretOriginOf(siteUrl, hosts.secretHost)
  const api = createApi(parts)
  const followLink = createTrackedLinks(parts)
  const admin = createAdmin(parts)
  const pages = createPages(parts)
  const isStaff = ({ headers }: IncomingMessage) =>
    audienceOf(headers.cookie) === 'staff' && parts.signedTokenOf(headers.cookie ?? '')?.isStaff
  const charge = parts.clientBudget
    ? createClientBudgets({
        perSecond: parts.clientBudget,
        identify: (req) => identify(parts, req),
        signedTokenOf: parts.signedTokenOf,
        isSignIn: ({ url = '/' }) => {
          const [path = ''] = url.split('?', 1)
          return signInPaths.test(path) || parts.adminFiles?.has(path) === true
        },
      })
    : async () => {}
  const bodies = createBodyCount(bodiesPerClient)
  const turns = parts.clientBudget ? createTurns() : null
  const takesTurn = (req: IncomingMessage) =>
    isReadMethod(req.method ?? 'GET') && !isHealthPath(req.url) && !isStaff(req)
  const refusals = createRepeatCount(10_000)
  const refusalHead = Object.entries({
    ...parts.headers,
    'content-security-policy': apiPolicy,
    'cache-control': 'no-store',
  }).flat()
  const kinds = new Map<string, HostKind>()
  let serial = 0

  const kindOf = (host: string | undefined): HostKind => {
    const key = host ?? ''
    const cached = kinds.get(key)
    if (cached) return cached
    const kind = hostKind(host, hosts)
    if (kinds.size < 1000) kinds.set(key, kind)
    return kind
  }

  // In development Vite serves sources, some of them below `/cms`.
  const isViteFile = (path: string) =>
    parts.passThrough !== null && /^\/(@|node_modules\/|(site|islands|cms)\/.*\.\w+$)/.test(path)

  /** A file of the build or a picture that is in memory. */
  const findInMemory = (kind: HostKind, path: string) => {
    const file = servesFile(kind, path) ? files.get(path) : undefined
    if (file) return { found: file, route: 'file' as const }
    const media = path.startsWith('/media/') ? parts.findMediaInMemory(path) : undefined
    return media && { found: media, route: 'media' as const }
  }

  return function handle(req: IncomingMessage, res: ServerResponse): void {
    const requestId = `${bootId}-${(++serial).toString(36)}`
    const method = req.method ?? 'GET'
    const url = req.url ?? '/'
    if (isReadMethod(method)) {
      const kind = kindOf(req.headers.host)
      if (!isRedirectedFromWww(kind, req) && !parts.passThrough) {
        const queryStart = url.indexOf('?')
        const path = queryStart < 0 ? url : url.slice(0, queryStart)
        const inMemory = findInMemory(kind, path)
        if (inMemory) {
          send(req, res, inMemory.found, requestId)
          metrics.count(inMemory.route, res.statusCode)
          return
        }
        const adminFile =
          kind !== 'secret' && path.startsWith('/_next/')
            ? parts.adminFiles?.findInMemory(path, acceptedEncoding(req.headers['accept-encoding']))
            : undefined
        if (adminFile) {
          sendVariant(req, res, 200, adminFile, requestId)
          metrics.count('file', res.statusCode)
          return
        }
        const search = queryStart < 0 ? '' : url.slice(queryStart)
        const page = pages.find(req, path, search, kind)
        if (page) {
          send(req, res, page.representation, requestId)
          metrics.count('cache', res.statusCode)
          return
        }
      }
    }
    void answer(req, res, requestId)
  }

  async function answer(req: IncomingMessage, res: ServerResponse, requestId: string) {
    const startedAt = performance.now()
    let route: AnswerKind = 'page'
    let endTurn = () => {}
    noteHostKind(req, kindOf(req.headers.host))
    try {
      if (!bodies.begin(req)) {
        res.shouldKeepAlive = false
        throw tooManyBodies()
      }
      if (!isHealthPath(req.url)) await charge(req, costs.request + bodyCost(req))
      if (turns && takesTurn(req)) endTurn = await turns.take(req)
      res.once('finish', () => discardRest(req))
      res.setHeader('x-request-id', requestId)
      route = await dispatch(req, res, requestId, endTurn)
    } catch (error) {
      if (error instanceof HttpError && error.status === 429) {
        refuse(req, res, requestId, error)
        return
      }
      route = 'refused'
      fail(req, res, requestId, error)
    } finally {
      endTurn()
    }
    const seconds = (performance.now() - startedAt) / 1000
    metrics.count(route, res.statusCode)
    metrics.time(route, seconds)
    // Direct calls are very frequent, and a log line would take a tenth of the time of a call. The metrics count them.
    if (route === 'direct') return
    parts.log.info(
      {
        request: requestId,
        method: req.method,
        path: loggedPath(req.url, calls.tokenPaths),
        status: res.statusCode,
        route,
        ms: Math.round(seconds * 1000),
      },
      'answered',
    )
  }

  // Refusals can be very frequent. So each refusal is cheap, and many of them share one log line.
  function refuse(req: IncomingMessage, res: ServerResponse, requestId: string, error: HttpError) {
    const isPage = req.headers.accept?.includes('text/html')
    const body = isPage
      ? `<!doctype html><html lang="en"><title>429</title><p>${error.message}</p></html>`
      : JSON.stringify({ error: error.reason, message: error.message })
    const head = [
      ...refusalHead,
      'content-type',
      isPage ? 'text/html; charset=utf-8' : 'application/json',
      'content-length',
      String(Buffer.byteLength(body)),
      'x-request-id',
      requestId,
    ]
    for (const [name, value] of Object.entries(error.headers)) head.push(name, value)
    res.writeHead(error.status, head)
    res.end(req.method === 'HEAD' ? undefined : body)
    metrics.count('refused', error.status)
    const refused = refusals.count()
    if (refused) parts.log.warn({ refused }, 'requests over the rate limit were refused')
  }

  async function dispatch(
    req: IncomingMessage,
    res: ServerResponse,
    requestId: string,
    endTurn: () => void,
  ): Promise<AnswerKind> {
    const kind = kindOf(req.headers.host)
    const method = req.method ?? 'GET'
    const { pathname: sentPath, search } = parseTarget(req.url)
    // Payload ignores a slash at the end of an API path. Here all slashes at the end are. Pages are redirected.
    const pathname = isApiPath(sentPath) ? withoutTrailingSlashes(sentPath) : sentPath
    const redirect: ParsedRequest['redirect'] = (status, location) => {
      const headers = {
        ...parts.headers,
        'content-security-policy': apiPolicy,
        location,
        'cache-control': 'no-cache',
        'content-length': 0,
      }
      res.writeHead(status, headers).end()
      return 'page'
    }
    const request: ParsedRequest = {
      req,
      res,
      requestId,
      method,
      kind,
      pathname,
      search,
      redirect,
      charge: (cost) => charge(req, cost),
      endTurn,
    }

    const isSecret = kind === 'secret'
    if (isSecret && !isOnSecretHost(pathname) && !isViteFile(pathname)) {
      return redirect(302, secretRoot + search)
    }
    if (isHealthPath(pathname)) {
      requireMethod(method, 'page')
      const canServe = parts.database.isUp() && !isDiskFull() && !parts.isDraining()
      const isReady = pathname === '/healthz' || canServe
      const headers = {
        ...parts.headers,
        'content-type': 'text/plain',
        'cache-control': 'no-store',
      }
      res.writeHead(isReady ? 200 : 503, headers).end(isReady ? 'ok\n' : 'not ready\n')
      return 'health'
    }
    if (sentPath.length > maxPathLength) {
      throw new HttpError('not_found', 'There is nothing here.')
    }
    if (isRedirectedFromWww(kind, req)) {
      return redirect(308, siteUrl + locationOf(pathname) + search)
    }
    const apiPath = calls.findApiPath(method, pathname)
    if (apiPath) return api({ ...request, pathname: apiPath, search: '' }, { isAnonymous: true })
    if (isCrossSite(method, req.headers, (origin) => isOwnOrigin(origin, req.headers.host))) {
      throw new HttpError('cross_site', 'This request came from another site and was refused.')
    }
    if (pathname.startsWith(`${secretRoot}/api/`) && showsSecretKitchens(kind)) {
      return api(toSecretCall(request))
    }
    const direct = parts.answerDirectly(request)
    if (direct) return direct
    if (pathname.startsWith('/media/') && isReadMethod(method)) {
      const media = await orUnavailable(parts.findMedia(pathname), parts.database)
      if (!media) throw new HttpError('not_found', 'There is no such picture.')
      send(req, res, media, requestId)
      return 'media'
    }
    const isHidden = kind === 'unknown' && isSecretAdminPath(pathname)
    if (isApiPath(pathname)) {
      if (isHidden || (!showsSecretKitchens(kind) && isOnlyOnSecretHost(method, pathname))) {
        throw new HttpError('not_found', 'There is no such call.')
      }
      return api(request)
    }
    const followed = await followLink(request)
    if (followed) return followed
    const lower = parts.routes.lowerCase(pathname)
    if (lower !== null && isReadMethod(method)) return redirect(301, locationOf(lower) + search)
    if (parts.passThrough && isViteFile(pathname)) {
      parts.passThrough(req, res)
      return 'file'
    }
    const isRobots = isSecret && pathname === '/robots.txt'
    if (isRobots) return pages.answer({ ...request, pathname: secretRoot + pathname })
    if (isHidden) return pages.answer(request)
    const adminPath = isReadMethod(method) && findAdminPath(pathname, parts.adminViews)
    if (adminPath) return redirect(302, adminPath + search)
    if (isAdminPath(pathname)) return admin(request)
    return pages.answer(request)
  }

  // Payload answers a POST with an override header as a GET, and a wrong method would get the right ones as its answer.
  function isOnlyOnSecretHost(method: string, pathname: string): boolean {
    const methods = [method, 'GET', ...calls.methodsAt(pathname)]
    return methods.some((each) => calls.find(each, pathname)?.onSecretHost === 'only')
  }

  /** The request to a call below `secretRoot` as a request to the call itself, if the call is declared for that. */
  function toSecretCall(request: ParsedRequest): ParsedRequest {
    const { req, method, search } = request
    const pathname = withoutTrailingSlashes(request.pathname.slice(secretRoot.length))
    if (!calls.find(method, pathname)?.onSecretHost) {
      throw new HttpError('not_found', 'There is no such call.')
    }
    req.url = locationOf(pathname) + search
    return { ...request, pathname }
  }

  function fail(req: IncomingMessage, res: ServerResponse, requestId: string, error: unknown) {
    const expected = error instanceof HttpError
    if (!expected || error.status >= 500) {
      parts.log.error(
        { err: error, request: requestId, path: loggedPath(req.url, calls.tokenPaths) },
        'request failed',
      )
    }
    if (res.headersSent) {
      res.destroy()
      return
    }
    const httpError = expected
      ? error
      : !parts.database.isUp() || isOutage(error)
        ? unavailable()
        : new HttpError('server', 'Something went wrong. Please try again.')
    const html = req.headers.accept?.includes('text/html') && httpError.status >= 500
    for (const [name, value] of Object.entries(httpError.headers)) res.setHeader(name, value)
    // The connection stays open, and Node reads and discards the rest of a refused upload. A browser does
    // not show the response if the connection is closed while the browser is still sending.
    if (html) {
      res.removeHeader('content-security-policy')
      send(req, res, parts.failurePage(httpError.status === 503 ? 503 : 500), requestId)
      return
    }
    sendResponse(res, errorResponse(httpError), {
      ...parts.headers,
      'content-security-policy': apiPolicy,
      'x-request-id': requestId,
      // The client may have disconnected.
    }).catch(() => res.destroy())
  }

  // The origin must have the requested host and port: another program on this machine may serve another
  // port of a preview host.
  // The two hosts are other sites to each other.
  function isOwnOrigin(origin: string, host: string | undefined): boolean {
    if (kindOf(host) === 'secret') return origin === secretOrigin
    if (origin === siteUrl) return true
    const url = URL.parse(origin)
    if (!url || !/^https?:$/.test(url.protocol) || url.host !== host?.toLowerCase()) return false
    const kind = kindOf(url.host)
    return kind === 'preview' || kind === 'www'
  }
}

const isHealthPath = (path: string | undefined): boolean =>
  path === '/healthz' || path === '/readyz'

// Finds the person to whose budget a request is charged. The headers mark the request as same-origin, because
// session cookies are accepted only on same-origin requests. Access checks follow later and do not use these
// headers.
async function identify(parts: Parts, req: IncomingMessage): Promise<Payer | null> {
  if (!parts.database.isUp()) return null
  const headers = webHeaders(req)
  headers.set('sec-fetch-site', 'same-origin')
  const staff = await orUnavailable(parts.findStaff(headers), parts.database)
  if (staff) return payerOf.staff(staff.id)
  const member = await orUnavailable(parts.findMember(headers), parts.database)
  return member && payerOf.member(member.id)
}

// Whether a request is redirected from `www.` to the bare host. The installed app is not redirected: it keeps the
// host on which it was installed.
const isRedirectedFromWww = (kind: HostKind, { headers }: IncomingMessage) =>
  kind === 'www' && !hasCookie(headers.cookie, cookieNames.installed)
