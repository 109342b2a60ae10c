import { HttpError } from '../errors.ts'
import type { PageQuery } from '../parts.ts'

/**
 * The path of a request line for the log, with tokens redacted. A token is recognised in every spelling of its
 * path: with dot segments, escapes, and escapes of escapes. The path is decoded only as far as needed to find a token.
 * @param tokenPaths patterns whose first group precedes a token
 */
export function loggedPath(url: string | undefined, tokenPaths: readonly RegExp[]): string {
  const path = (url ?? '/').split('?', 1)[0] ?? '/'
  for (const spelling of spellingsOf(path)) {
    const secret = tokenPaths.find((each) => each.test(spelling))
    if (secret) return spelling.replace(secret, '$1[redacted]')
  }
  return path
}

const maxEscapes = 4

function* spellingsOf(path: string): Generator<string> {
  yield path
  let spelling = path
  for (let n = 0; n < maxEscapes; n++) {
    const address = URL.parse(spelling.replace(/^\/{2,}/, '/'), 'http://site')?.pathname ?? spelling
    // Each run of escapes is decoded separately, because a malformed one makes decodeURIComponent throw.
    const decoded = address.replace(/(%[0-9a-f]{2})+/gi, (escapes) => {
      try {
        return decodeURIComponent(escapes)
      } catch {
        return escapes.replaceAll('%', '')
      }
    })
    if (decoded === spelling) return
    yield decoded
    spelling = decoded
  }
}

/**
 * The decoded path and the query of a request target. A host in the target is ignored.
 * @throws HttpError `bad_request` if the target is malformed
 */
export function parseTarget(target: string | undefined): { pathname: string; search: string } {
  const url = URL.parse(target?.replace(/^\/{2,}/, '/') ?? '/', 'http://site')
  if (!url) throw unreadable()
  try {
    return { pathname: decodeURIComponent(url.pathname), search: url.search }
  } catch {
    throw unreadable()
  }
}

const unreadable = () => new HttpError('bad_request', 'This address can’t be read.')

/** A path without slashes at its end; `/` stays. */
export const withoutTrailingSlashes = (path: string): string =>
  path.replace(/(?<!\/)\/+$/, '') || '/'

/** A decoded path as a Location header, with one leading slash, so that it never names a host. */
export const locationOf = (path: string): string =>
  `/${path
    .replace(/^[/\\]+/, '')
    .split('/')
    .map(encodeURIComponent)
    .join('/')}`

/**
 * The part of a query that a page depends on, with its parameters in a fixed order.
 * @param known the parameters of the page with their allowed values; all others are ignored
 */
export function usedQuery(known: PageQuery | undefined, search: string): string {
  const given = new URLSearchParams(search)
  const used = new URLSearchParams()
  for (const [name, values] of Object.entries(known ?? {})) {
    const value = given.get(name)
    if (!value) continue
    if (values instanceof RegExp ? values.test(value) : values.includes(value)) {
      used.set(name, value)
    }
  }
  return used.size ? `?${used}` : ''
}
