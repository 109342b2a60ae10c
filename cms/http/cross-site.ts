import type { IncomingHttpHeaders } from 'node:http'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a request that could change something was sent by another site's page. Browsers say so in
 * Sec-Fetch-Site, older ones in Origin; a program that is no browser sends neither and carries no
 * cookies of anyone.
 * @param ownOrigins origins of the site as configured
 */
export function isCrossSite(
  method: string,
  headers: IncomingHttpHeaders,
  ownOrigins: (origin: string) => boolean,
): boolean {
  if (safe.has(method)) return false
  const site = headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site') return true
  const { origin } = headers
  // A page that tells nobody its address tells no origin either.
  if (origin === 'null' && site === 'same-origin') return false
  return origin !== undefined && !ownOrigins(origin)
}
