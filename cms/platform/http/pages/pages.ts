import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import { may } from '../../staff/permissions.ts'
import { webHeaders } from '../body/body.ts'
import { type Audience, audienceOf } from '../cookies/cookies.ts'
import { readSentToCookie } from '../cookies/sent-to-cookie.ts'
import type { LookupResult, PageContext, ParsedRequest, Parts, ResolvedPage } from '../parts.ts'
import { secretRoot } from '../rules.ts'
import { orUnavailable } from '../server/availability.ts'
import { costs } from '../server/client-budgets.ts'
import { acceptedEncoding, type Encoding } from '../server/encoding.ts'
import { type HostKind, isSecretPath, showsSecretKitchens } from '../server/hosts.ts'
import { requireMethod } from '../server/methods.ts'
import type { AnswerKind } from '../server/metrics.ts'
import { locationOf, usedQuery } from '../server/target.ts'
import type { Styles } from './page-assets.ts'
import type { RenderedPage } from './page-cache.ts'
import { clientNavigationHeader } from './render.ts'
import { send } from './representation.ts'
import { publicViewer, type Viewer, viewerOf } from './viewer.ts'

/** Reading a longer query takes too long for a request that is not charged. All queries of the site are shorter. */
const maxQueryLength = 200
/** The first rendering in development compiles the page's modules, which takes longer than an answer may take. */
const developmentTimeoutMs = 120_000

type Render = (styles: Styles, only?: Encoding) => Promise<RenderedPage>

/** Answers page requests, from the cache or with a new rendering. */
export function createPages(parts: Parts) {
  const { cache, database, routes } = parts
  const renderTimeoutMs = parts.development ? developmentTimeoutMs : undefined
  // The used parts of queries are cached: parsing takes about 10 % of the time of a response from the page cache.
  const usedQueries = new LRUCache<string, string>({ max: 1000 })
  function queryOf(path: string, search: string): string {
    const known = routes.queries[path]
    if (!search || !known) return ''
    if (search.length > maxQueryLength) return usedQuery(known, search)
    // Unambiguous: a raw query contains no space.
    const key = `${search} ${path}`
    const cached = usedQueries.get(key)
    if (cached !== undefined) return cached
    const query = usedQuery(known, search)
    usedQueries.set(key, query)
    return query
  }

  // While the database is unavailable, expired pages are served too. If there is no page with inline
  // styles, the page with linked style sheets is served.
  const duringOutage = (key: string) =>
    cache.findFreshOrStale(key) ?? cache.findFreshOrStale(key.replace(/^inline/, 'links'))
  const inMemory = (key: string) => (database.isUp() ? cache.findFresh(key) : duringOutage(key))

  /** The cached page for the raw path and query of a request; undefined if `answer` has to handle the request. */
  function find(req: IncomingMessage, path: string, search: string, kind: HostKind) {
    const dependsOnQuery = search !== '' && routes.queries[path] !== undefined
    if (dependsOnQuery && search.length > maxQueryLength) return undefined
    // Other paths are redirected there.
    if (kind === 'secret' && !isSecretPath(path)) return undefined
    const { cookie } = req.headers
    if (cookie !== undefined && audienceOf(cookie) === 'staff') return undefined
    return inMemory(cacheKey(path, queryOf(path, search), kind, stylesFor(req)))
  }

  async function answer(request: ParsedRequest): Promise<AnswerKind> {
    const { req, res, requestId, pathname, search, kind } = request
    requireMethod(request.method, 'page')
    // Anyone can send a staff cookie. Only a valid session counts.
    const audience = audienceOf(req.headers.cookie)
    const staff =
      audience === 'staff' && database.isUp()
        ? await orUnavailable(parts.findStaff(staffOfPage(req)), database)
        : null
    // Other staff see the site as visitors do.
    if (staff && may(staff.role, 'drafts.read')) {
      return answerUncached(request, audience, viewerOf(staff, req.headers.cookie, search))
    }
    const key = cacheKey(pathname, queryOf(pathname, search), kind, stylesFor(req))
    const cached = inMemory(key)
    if (cached) {
      send(req, res, cached.representation, requestId)
      return 'cache'
    }
    try {
      return await answerUncached(request, audience, publicViewer)
    } catch (error) {
      // If the database was lost during the rendering, an expired page is served.
      const stored = database.isUp() ? undefined : duringOutage(key)
      if (!stored) throw error
      send(req, res, stored.representation, requestId)
      return 'cache'
    }
  }

  async function answerUncached(
    request: ParsedRequest,
    audience: Audience,
    viewer: Viewer,
  ): Promise<AnswerKind> {
    const { req, res, pathname, search, kind } = request
    const context = (
      nearest: string | null,
      viewedBy: Viewer,
      member: PageContext['member'] = null,
    ): PageContext => ({
      secretKitchens: showsSecretKitchens(kind),
      nearest,
      member,
      sentTo: null,
      ...viewedBy,
    })
    const coding = acceptedEncoding(req.headers['accept-encoding'])
    const resolved = isHidden(pathname, kind)
      ? ({ kind: 'missing', nearest: '/' } as const)
      : await orUnavailable(routes.resolve(pathname), database)
    if (resolved.kind === 'redirect') return request.redirect(301, locationOf(resolved.to) + search)
    if (resolved.kind === 'private') {
      const found = search ? 'own' : await lookUp(resolved.path, '')
      const isOwn = found === 'own' || !found
      const path = isOwn ? resolved.path : found.sameAs
      const sentTo = isOwn ? readSentToCookie(req.headers.cookie) : null
      // The pages of the secret kitchens say whether somebody is signed in there.
      const member =
        isOwn && isSecretPath(pathname)
          ? await orUnavailable(parts.findMember(webHeaders(req)), database)
          : null
      const pageContext = { ...context(null, publicViewer, member), sentTo }
      const render: Render = (styles, only) =>
        parts.renderPage(path, search, pageContext, styles, only)
      return isOwn
        ? deliver(request, await renderCharged(request, () => render('links', coding)))
        : answerShared(request, audience, (styles) => keyOf('same', path, styles), render)
    }
    if (resolved.kind === 'member') {
      const member = await orUnavailable(parts.findMember(webHeaders(req)), database)
      if (!member && !resolved.isOpen) return request.redirect(302, gateFor(pathname, search))
      const pageContext = context(null, viewer, member)
      const rendered = await renderCharged(request, () =>
        parts.renderPage(resolved.path, search, pageContext, 'links', coding),
      )
      return deliver(request, rendered)
    }
    const usedSearch = queryOf(pathname, search)
    const found = resolved.kind === 'page' ? await lookUp(resolved.path, usedSearch) : 'own'
    const missing = resolved.kind === 'missing' || found === null
    const nearest = resolved.kind === 'missing' ? resolved.nearest : '/'
    if (missing && parts.passThrough && /\.\w+$/.test(pathname)) {
      parts.passThrough(req, res)
      return 'file'
    }
    if (missing) {
      const redirect = await findRedirect(pathname, search)
      if (redirect) return request.redirect(redirect.status, redirect.location)
      parts.onMissingPage(pathname)
    }
    const notFound = kind === 'secret' ? `${secretRoot}/404` : '/404'
    const path = missing ? notFound : shownPath(resolved.path, kind)
    const query = missing ? '' : queryShown(found, usedSearch)
    // Staff get the same documents as visitors, for example the site map.
    const pageContext = context(
      missing ? nearest : null,
      resolved.kind === 'document' ? publicViewer : viewer,
    )
    const render: Render = (styles, only) =>
      parts.renderPage(path, query, pageContext, styles, only)
    const keyFor = (styles: Styles) =>
      missing ? keyOf(notFound, nearest, styles) : cacheKey(pathname, query, kind, styles)
    return viewer.staff
      ? deliver(request, await renderCharged(request, () => render('links', coding)))
      : answerShared(request, audience, keyFor, render, !missing && isOneOfMany(resolved, query))
  }

  /**
   * Answers with a page that is the same for everyone, from the cache if possible.
   * @param isCharged whether the client is also charged for a rendering whose result is cached
   */
  async function answerShared(
    request: ParsedRequest,
    audience: Audience,
    keyFor: (styles: Styles) => string,
    render: Render,
    isCharged = false,
  ): Promise<AnswerKind> {
    const styles = stylesFor(request.req)
    const key = keyFor(styles)
    const cached = inMemory(key)
    if (cached) {
      send(request.req, request.res, cached.representation, request.requestId)
      return 'cache'
    }
    if (audience === 'shared' && !parts.development) {
      if (isCharged) await request.charge(costs.page - costs.request)
      return deliver(
        request,
        await orUnavailable(
          cache.get(key, () => render(styles)),
          database,
          renderTimeoutMs,
        ),
      )
    }
    const coding = acceptedEncoding(request.req.headers['accept-encoding'])
    const shared = () =>
      cache.renderUncached(`${coding}|${keyFor('links')}`, () => render('links', coding))
    return deliver(request, await renderCharged(request, shared))
  }

  // Charges the client for a rendering whose result is not cached. A rendering whose result is cached is charged
  // only for pages of which there are very many, because other pages are rarely rendered.
  async function renderCharged(request: ParsedRequest, render: () => Promise<RenderedPage>) {
    await request.charge(costs.page - costs.request)
    return orUnavailable(render(), database, renderTimeoutMs)
  }

  function deliver(
    { req, res, requestId }: ParsedRequest,
    { representation }: RenderedPage,
  ): AnswerKind {
    send(req, res, representation, requestId)
    return 'page'
  }

  const lookUp = (path: string, query: string) => orUnavailable(parts.lookUp(path, query), database)

  // Redirects are cached in memory. If they cannot be read, a missing page is still a 404.
  const findRedirect = (path: string, search: string) =>
    orUnavailable(parts.findRedirect(path, search), database).catch(() => null)

  return { find, answer }
}

/** The query of the page that is shown: the query that the look-up found, or else the requested query. */
const queryShown = (found: LookupResult, query: string): string => {
  if (found === null || found === 'own') return query
  const start = found.sameAs.indexOf('?')
  return start < 0 ? '' : found.sameAs.slice(start)
}

/** Whether the page is one of an unlimited number of pages. A client can request any number of them. */
const isOneOfMany = (resolved: ResolvedPage, query: string): boolean =>
  query !== '' || (resolved.kind === 'page' && resolved.isVariable === true)

/** The URL of the gate, with the path of the page to return to. */
const gateFor = (path: string, search: string): string =>
  isSecretPath(path)
    ? `${secretRoot}/sign-in?${new URLSearchParams({ back: path })}`
    : `/common-room?${new URLSearchParams({ back: path + search })}`

/** The path that is rendered: the root of the secret kitchens is another page where they are not shown. */
const shownPath = (path: string, kind: HostKind): string =>
  path === secretRoot && !showsSecretKitchens(kind) ? `${secretRoot}/restricted` : path

/** Whether a page below `secretRoot` is requested where the secret kitchens are not shown. The root says where they are. */
const isHidden = (path: string, kind: HostKind): boolean =>
  path.startsWith(`${secretRoot}/`) &&
  path.length > secretRoot.length + 1 &&
  !showsSecretKitchens(kind)

// Marks the request as same-origin, because Payload accepts a session cookie only on such requests. This is safe
// for a page: reading it changes nothing, and another site cannot read the response.
const staffOfPage = ({ headers }: IncomingMessage): Headers =>
  new Headers({ cookie: headers.cookie ?? '', 'sec-fetch-site': 'same-origin' })

// On a client navigation, the previous page has already loaded most style sheets, so they are only linked.
const stylesFor = ({ headers }: IncomingMessage): Styles =>
  headers[clientNavigationHeader] === undefined ? 'inline' : 'links'

function cacheKey(path: string, query: string, kind: HostKind, styles: Styles): string {
  const variant = isSecretPath(path) ? `${showsSecretKitchens(kind)}${query}` : query
  return keyOf(variant, path, styles)
}

// Keys are unambiguous: a decoded path may contain a space, but `styles` and `variant` never do.
const keyOf = (variant: string, path: string, styles: Styles) => `${styles}${variant} ${path}`
