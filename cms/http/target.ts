import { pageQueries } from '../content/routes.ts'
import { HttpError } from './errors.ts'

// What follows these is worth as much as a password.
const tokenPath =
  /^(\/+(?:cms\/reset|admin\/first|manage-event|(?:un)?subscribe(?:\/confirm)?|api\/newsletter\/(?:confirm|leave))\/).+/i

/** The path as it stands on the request line, for the log: nothing is decoded, no token shown. */
export const pathOf = (url: string | undefined): string =>
  ((url ?? '/').split('?', 1)[0] ?? '/').replace(tokenPath, '$1[redacted]')

/**
 * The decoded path and the query of a request. A host in the target is not believed.
 * @throws HttpError `bad_request` where it can't be read
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

/** A decoded path as a Location: one slash in front, and nothing that a browser reads as a host. */
export const locationOf = (path: string): string =>
  `/${path
    .replace(/^[/\\]+/, '')
    .split('/')
    .map(encodeURIComponent)
    .join('/')}`

/** Of a query, only the parameters that the page's content depends on, in a fixed order. */
export function usedQuery(path: string, search: string): string {
  const given = new URLSearchParams(search)
  const used = new URLSearchParams()
  for (const [name, values] of Object.entries(pageQueries[path] ?? {})) {
    const value = given.get(name)
    if (value && values.includes(value)) used.set(name, value)
  }
  return used.size ? `?${used}` : ''
}
