import type { IncomingMessage } from 'node:http'
import { orUnavailable } from './availability.ts'
import { isRead } from './methods.ts'
import type { Route } from './metrics.ts'
import type { Call, Parts } from './parts.ts'

/**
 * Sends whoever opens a link of a letter on to where it leads. What is no such link is a page that is
 * missing, as any other.
 */
export function createLetterLinks(parts: Parts) {
  return async ({ req, res, method, pathname }: Call): Promise<Route | null> => {
    if (!pathname.startsWith('/go/') || !isRead(method)) return null
    const isOpened = method === 'GET' && !isFetchedAhead(req)
    const location = await orUnavailable(parts.followLink(pathname, isOpened), parts.database)
    if (location === null) return null
    const headers = {
      ...parts.headers,
      location,
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
      'content-length': 0,
    }
    res.writeHead(302, headers).end()
    return 'page'
  }
}

// Browsers say so when nobody has pressed anything yet.
const isFetchedAhead = ({ headers }: IncomingMessage): boolean =>
  ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
    /prefetch|prerender|preview/i.test(String(headers[name] ?? '')),
  )
