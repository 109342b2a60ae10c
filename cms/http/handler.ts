import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { lowerCasePath, pageQueries, resolvePage } from '../content/routes.ts'
import type { Monitor } from '../database/monitor.ts'
import { orUnavailable as orRefuse, unavailable } from './availability.ts'
import { bodyLimit, carriesUpload, sendResponse, toWebRequest, webHeaders } from './body.ts'
import { audienceOf, cookieNames, hasCookie } from './cookies.ts'
import { isCrossSite } from './cross-site.ts'
import { acceptedEncoding, type Encoding } from './encoding.ts'
import { errorResponse, HttpError, inOneShape } from './errors.ts'
import { type HostKind, type HostRules, hostKind, showsSecretKitchens } from './hosts.ts'
import type { Metrics, Route } from './metrics.ts'
import type { PageCache, RenderedPage } from './page-cache.ts'
import { type Representation, send } from './representation.ts'
import { adminPolicy, apiPolicy } from './security-headers.ts'
import { locationOf, parseTarget, pathOf, usedQuery } from './target.ts'

/** What the handler puts requests to; each part can be another one in development and in tests. */
export type Parts = {
  siteUrl: string
  hosts: HostRules
  development: boolean
  headers: Record<string, string>
  files: Map<string, Representation>
  cache: PageCache
  database: Pick<Monitor, 'isUp' | 'onDown'>
  metrics: Metrics
  log: Logger
  productName: () => Promise<string>
  renderPage: (
    path: string,
    query: string,
    page: PageContext,
    only?: Encoding,
  ) => Promise<RenderedPage>
  findMedia: (path: string) => Promise<Representation | null>
  api: (request: Request) => Promise<Response>
  /** Whether a request with these headers is sent by somebody on the staff. */
  isStaff: (headers: Headers) => Promise<boolean>
  /** Whether anyone can sign in to the admin yet. */
  hasStaff: () => Promise<boolean>
  admin: (req: IncomingMessage, res: ServerResponse) => Promise<void>
  /** The page that says an unexpected error happened; made beforehand, it needs no database. */
  failurePage: (status: 500 | 503) => Representation
  /** Pages that Vite serves in development; null where files come from memory. */
  passThrough: ((req: IncomingMessage, res: ServerResponse) => void) | null
  isDraining: () => boolean
}

/** What a page may know of the request beyond its path. */
export type PageContext = { secretKitchens: boolean; nearest: string | null; edit: boolean }

const answerWithinMs = 10_000
// An upload comes over the line of whoever sends it, and is re-encoded before it is answered.
const uploadWithinMs = 60_000
const bootId = randomBytes(4).toString('hex')

/**
 * The one entry: files and cached pages from memory first, then health, media, the API, the admin,
 * and pages rendered now. Source: design decision "one process, one port, one origin".
 */
export function createHandler(parts: Parts) {
  const { files, cache, metrics, hosts, siteUrl } = parts
  const kinds = new Map<string, HostKind>()
  let serial = 0

  const kindOf = (host: string | undefined): HostKind => {
    const key = host ?? ''
    const known = kinds.get(key)
    if (known) return known
    const kind = hostKind(host, hosts)
    if (kinds.size < 1000) kinds.set(key, kind)
    return kind
  }

  // While nothing can be made anew, a page whose time has run out is better than none.
  const inMemory = (key: string) => (parts.database.isUp() ? cache.fresh(key) : cache.kept(key))

  return function handle(req: IncomingMessage, res: ServerResponse): void {
    const requestId = `${bootId}-${(++serial).toString(36)}`
    const method = req.method ?? 'GET'
    const url = req.url ?? '/'
    if (method === 'GET' || method === 'HEAD') {
      const kind = kindOf(req.headers.host)
      if (!leavesWww(kind, req) && !parts.passThrough) {
        const mark = url.indexOf('?')
        const path = mark < 0 ? url : url.slice(0, mark)
        const file = files.get(path)
        if (file) {
          send(req, res, file, requestId)
          metrics.count('file', res.statusCode)
          return
        }
        if (kind !== 'secret' && (mark < 0 || !pageQueries[path])) {
          const page =
            req.headers.cookie === undefined || audienceOf(req.headers.cookie) !== 'edit'
              ? inMemory(cacheKey(path, '', kind))
              : undefined
          if (page) {
            send(req, res, page.representation, requestId)
            metrics.count('cache', res.statusCode)
            return
          }
        }
      }
    }
    void answer(req, res, requestId)
  }

  async function answer(req: IncomingMessage, res: ServerResponse, requestId: string) {
    const startedAt = performance.now()
    let route: Route = 'page'
    res.setHeader('x-request-id', requestId)
    try {
      route = await dispatch(req, res, requestId)
    } catch (error) {
      route = 'refused'
      fail(req, res, requestId, error)
    }
    const seconds = (performance.now() - startedAt) / 1000
    metrics.count(route, res.statusCode)
    metrics.time(route, seconds)
    parts.log.info(
      {
        request: requestId,
        method: req.method,
        path: pathOf(req.url),
        status: res.statusCode,
        route,
        ms: Math.round(seconds * 1000),
      },
      'answered',
    )
  }

  async function dispatch(
    req: IncomingMessage,
    res: ServerResponse,
    requestId: string,
  ): Promise<Route> {
    const kind = kindOf(req.headers.host)
    const method = req.method ?? 'GET'
    const { pathname, search } = parseTarget(req.url)
    const redirect = (status: 301 | 302 | 308, location: string): Route => {
      const headers = {
        ...parts.headers,
        location,
        'cache-control': 'no-cache',
        'content-length': 0,
      }
      res.writeHead(status, headers).end()
      return 'page'
    }

    if (pathname === '/healthz' || pathname === '/readyz') {
      const ready = pathname === '/healthz' || (parts.database.isUp() && !parts.isDraining())
      const headers = {
        ...parts.headers,
        'content-type': 'text/plain',
        'cache-control': 'no-store',
      }
      res.writeHead(ready ? 200 : 503, headers).end(ready ? 'ok\n' : 'not ready\n')
      return 'health'
    }
    if (leavesWww(kind, req)) {
      return redirect(308, siteUrl + locationOf(pathname) + search)
    }
    if (isCrossSite(method, req.headers, (origin) => isOwnOrigin(origin, req.headers.host))) {
      throw new HttpError('cross_site', 'This request came from another site and was refused.')
    }
    if (pathname.startsWith('/media/') && isRead(method)) {
      const media = await orUnavailable(parts.findMedia(pathname))
      if (!media) throw new HttpError('not_found', 'There is no such picture.')
      send(req, res, media, requestId)
      return 'media'
    }
    if (pathname === '/api' || pathname.startsWith('/api/')) {
      requireDatabase()
      if (!apiMethods.has(method)) throw methodNotAllowed(apiMethods)
      const uploads = carriesUpload(pathname) && !isRead(method)
      const trusted = uploads && (await orUnavailable(parts.isStaff(webHeaders(req))))
      const request = toWebRequest(req, siteUrl, bodyLimit(trusted))
      const timeoutMs = trusted ? uploadWithinMs : answerWithinMs
      const response = await inOneShape(await orUnavailable(parts.api(request), timeoutMs))
      await sendResponse(res, response, {
        ...parts.headers,
        'content-security-policy': apiPolicy,
        'cache-control': 'no-store',
        'x-request-id': requestId,
      })
      return 'api'
    }
    const lower = lowerCasePath(pathname)
    if (lower !== null && isRead(method)) return redirect(301, locationOf(lower) + search)
    if (kind === 'secret' && pathname !== '/secretkitchens' && !pathname.startsWith('/_')) {
      return redirect(302, '/secretkitchens')
    }
    // Sources for the browser, some of which live under the admin's own prefix.
    if (parts.passThrough && /^\/(@|node_modules\/|(site|islands|cms)\/.*\.\w+$)/.test(pathname)) {
      parts.passThrough(req, res)
      return 'file'
    }
    if (isAdminPath(pathname)) {
      if (!adminMethods.has(method)) throw methodNotAllowed(adminMethods)
      requireDatabase()
      // Payload would offer its open form for the first user; ours needs the printed link.
      if (!(await orUnavailable(parts.hasStaff()))) return redirect(302, '/admin/first')
      const nonce = randomBytes(16).toString('base64')
      const policy = adminPolicy(nonce, parts.development)
      for (const [name, value] of Object.entries(parts.headers)) res.setHeader(name, value)
      res.setHeader('content-security-policy', policy)
      // Next sees the address as it was judged here, and no other host than the one that was asked.
      req.url = encodeURI(pathname).replace(/[?#]/g, encodeURIComponent) + search
      delete req.headers['x-forwarded-host']
      // Next reads the nonce for its own scripts from here.
      req.headers['content-security-policy'] = policy
      await parts.admin(req, res)
      return 'admin'
    }
    if (!isRead(method)) {
      throw methodNotAllowed(pageMethods)
    }
    return page(req, res, requestId, pathname, search, kind, redirect)
  }

  async function page(
    req: IncomingMessage,
    res: ServerResponse,
    requestId: string,
    pathname: string,
    search: string,
    kind: HostKind,
    redirect: (status: 301, location: string) => Route,
  ): Promise<Route> {
    let audience = audienceOf(req.headers.cookie)
    // Anyone can send the cookie of edit mode; only a staff session gives it a meaning.
    if (audience === 'edit' && !(await orUnavailable(parts.isStaff(staffOfPage(req))))) {
      audience = 'personal'
    }
    const context = (nearest: string | null): PageContext => ({
      secretKitchens: showsSecretKitchens(kind),
      nearest,
      edit: audience === 'edit',
    })
    const coding = acceptedEncoding(req.headers['accept-encoding'])
    const resolved = resolvePage(pathname, await orUnavailable(parts.productName()))
    if (resolved.kind === 'redirect') return redirect(301, locationOf(resolved.to) + search)
    if (resolved.kind === 'private') {
      const rendered = await orUnavailable(
        parts.renderPage(resolved.path, search, context(null), coding),
      )
      send(req, res, rendered.representation, requestId)
      return 'page'
    }
    const missing = resolved.kind === 'missing'
    if (missing && parts.passThrough && /\.\w+$/.test(pathname)) {
      parts.passThrough(req, res)
      return 'file'
    }
    const path = missing ? '/404' : resolved.path
    const query = missing ? '' : usedQuery(pathname, search)
    const render = (only?: Encoding) =>
      parts.renderPage(path, query, context(missing ? resolved.nearest : null), only)
    const key = missing ? `404 ${resolved.nearest}` : cacheKey(pathname, query, kind)
    const known = audience === 'edit' ? undefined : inMemory(key)
    if (known) {
      send(req, res, known.representation, requestId)
      return 'cache'
    }
    const rendering =
      audience === 'shared' && !parts.development ? cache.get(key, () => render()) : render(coding)
    const rendered = await orUnavailable(rendering)
    send(req, res, rendered.representation, requestId)
    return 'page'
  }

  function fail(req: IncomingMessage, res: ServerResponse, requestId: string, error: unknown) {
    const expected = error instanceof HttpError
    if (!expected || error.status >= 500) {
      parts.log.error({ err: error, request: requestId, path: pathOf(req.url) }, 'request failed')
    }
    if (res.headersSent) {
      res.destroy()
      return
    }
    const known = expected
      ? error
      : parts.database.isUp()
        ? new HttpError('server', 'Something went wrong. Please try again.')
        : unavailable()
    const html = req.headers.accept?.includes('text/html') && known.status >= 500
    for (const [name, value] of Object.entries(known.headers)) res.setHeader(name, value)
    // What is left of a refused upload is read and thrown away (by Node, within the request's minute):
    // a browser whose connection is closed while it sends never sees why.
    if (html) {
      res.removeHeader('content-security-policy')
      send(req, res, parts.failurePage(known.status === 503 ? 503 : 500), requestId)
      return
    }
    sendResponse(res, errorResponse(known), {
      ...parts.headers,
      'content-security-policy': apiPolicy,
      'x-request-id': requestId,
      // Whoever asked may have left.
    }).catch(() => res.destroy())
  }

  function orUnavailable<T>(work: Promise<T>, timeoutMs = answerWithinMs): Promise<T> {
    return orRefuse(work, parts.database, timeoutMs)
  }

  function requireDatabase() {
    if (!parts.database.isUp()) throw unavailable()
  }

  // Another program of this machine is no preview of ours: only the host that was asked may ask.
  function isOwnOrigin(origin: string, host: string | undefined): boolean {
    if (origin === siteUrl) return true
    const url = URL.parse(origin)
    if (!url || !/^https?:$/.test(url.protocol) || url.host !== host?.toLowerCase()) return false
    const kind = kindOf(url.host)
    return kind === 'preview' || kind === 'secret' || kind === 'www'
  }
}

// The installed app stays where it was installed.
const leavesWww = (kind: HostKind, { headers }: IncomingMessage) =>
  kind === 'www' && !hasCookie(headers.cookie, cookieNames.installed)

const pageMethods = new Set(['GET', 'HEAD'])
const adminMethods = new Set([...pageMethods, 'POST'])
const apiMethods = new Set([...adminMethods, 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const methodNotAllowed = (methods: Set<string>) =>
  new HttpError('method_not_allowed', 'This can’t be done here.', {
    headers: { allow: [...methods].join(', ') },
  })

// Payload believes a cookie only from the site itself. Reading a page changes nothing, and no other
// site can see what is read.
const staffOfPage = ({ headers }: IncomingMessage): Headers =>
  new Headers({ cookie: headers.cookie ?? '', 'sec-fetch-site': 'same-origin' })

const isRead = (method: string) => method === 'GET' || method === 'HEAD'
const isAdminPath = (path: string) =>
  path === '/cms' || path.startsWith('/cms/') || path.startsWith('/_next')

function cacheKey(path: string, query: string, kind: HostKind): string {
  return path === '/secretkitchens' ? `${path} ${showsSecretKitchens(kind)}` : path + query
}
