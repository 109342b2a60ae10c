import type { IncomingMessage } from 'node:http'
import type { ParsedRequest, Parts } from '../parts.ts'
import { orUnavailable } from '../server/availability.ts'
import { isReadMethod } from '../server/methods.ts'
import type { AnswerKind } from '../server/metrics.ts'

/** Redirects tracked links to their targets. Any other path below `/go/` is a missing page. */
export function createTrackedLinks(parts: Parts) {
  return async ({ req, res, method, pathname }: ParsedRequest): Promise<AnswerKind | null> => {
    if (!pathname.startsWith('/go/') || !isReadMethod(method)) return null
    const isOpened = method === 'GET' && !isPrefetch(req)
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

// Browsers mark requests that they make before a link is clicked.
const isPrefetch = ({ headers }: IncomingMessage): boolean =>
  ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
    /prefetch|prerender|preview/i.test(String(headers[name] ?? '')),
  )
