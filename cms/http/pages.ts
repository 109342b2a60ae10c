import type { IncomingMessage } from 'node:http'
import { pageQueries, resolvePage } from '../content/routes.ts'
import { orUnavailable } from './availability.ts'
import { type Audience, audienceOf } from './cookies.ts'
import { acceptedEncoding, type Encoding } from './encoding.ts'
import { type HostKind, showsSecretKitchens } from './hosts.ts'
import { requireMethod } from './methods.ts'
import type { Route } from './metrics.ts'
import type { Call, PageContext, Parts } from './parts.ts'
import { send } from './representation.ts'
import { locationOf, usedQuery } from './target.ts'

/** Answers with pages: from memory where they are the same for everyone, rendered now elsewhere. */
export function createPages(parts: Parts) {
  const { cache, database } = parts

  // While nothing can be made anew, a page whose time has run out is better than none.
  const inMemory = (key: string) => (database.isUp() ? cache.fresh(key) : cache.kept(key))

  /** The page at a path as it stands on the request line, if it is in memory for whoever asks. */
  function find(req: IncomingMessage, path: string, hasQuery: boolean, kind: HostKind) {
    if (kind === 'secret' || (hasQuery && pageQueries[path])) return undefined
    const { cookie } = req.headers
    if (cookie !== undefined && audienceOf(cookie) === 'edit') return undefined
    return inMemory(cacheKey(path, '', kind))
  }

  async function answer(call: Call): Promise<Route> {
    const { req, res, requestId, pathname, search, kind } = call
    requireMethod(call.method, 'page')
    let audience = audienceOf(req.headers.cookie)
    // Anyone can send the cookie of edit mode; only a staff session gives it a meaning.
    if (audience === 'edit' && !(await orUnavailable(parts.isStaff(staffOfPage(req)), database))) {
      audience = 'personal'
    }
    if (audience === 'edit') return make(call, audience)
    const key = cacheKey(pathname, usedQuery(pathname, search), kind)
    const known = inMemory(key)
    if (known) {
      send(req, res, known.representation, requestId)
      return 'cache'
    }
    try {
      return await make(call, audience)
    } catch (error) {
      // The database went while the page was made: what was true before is better than nothing.
      const before = database.isUp() ? undefined : cache.kept(key)
      if (!before) throw error
      send(req, res, before.representation, requestId)
      return 'cache'
    }
  }

  async function make(call: Call, audience: Audience): Promise<Route> {
    const { req, res, requestId, pathname, search, kind } = call
    const context = (nearest: string | null): PageContext => ({
      secretKitchens: showsSecretKitchens(kind),
      nearest,
      edit: audience === 'edit',
    })
    const coding = acceptedEncoding(req.headers['accept-encoding'])
    const resolved = resolvePage(pathname, await orUnavailable(parts.productName(), database))
    if (resolved.kind === 'redirect') return call.redirect(301, locationOf(resolved.to) + search)
    if (resolved.kind === 'private') {
      const rendered = await orUnavailable(
        parts.renderPage(resolved.path, search, context(null), coding),
        database,
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
    const known = missing && audience !== 'edit' ? inMemory(key) : undefined
    if (known) {
      send(req, res, known.representation, requestId)
      return 'cache'
    }
    const rendering =
      audience === 'shared' && !parts.development ? cache.get(key, () => render()) : render(coding)
    const rendered = await orUnavailable(rendering, database)
    send(req, res, rendered.representation, requestId)
    return 'page'
  }

  return { find, answer }
}

// Payload believes a cookie only from the site itself. Reading a page changes nothing, and no other
// site can see what is read.
const staffOfPage = ({ headers }: IncomingMessage): Headers =>
  new Headers({ cookie: headers.cookie ?? '', 'sec-fetch-site': 'same-origin' })

function cacheKey(path: string, query: string, kind: HostKind): string {
  return path === '/secretkitchens' ? `${path} ${showsSecretKitchens(kind)}` : path + query
}
