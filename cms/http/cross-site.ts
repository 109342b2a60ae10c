import type { IncomingHttpHeaders } from 'node:http'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a request with an unsafe method was sent by a page of another site. Browsers state this in
 * Sec-Fetch-Site, older ones in Origin. Other programs send neither, and they carry nobody's cookies.
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
  // A page with `Referrer-Policy: no-referrer` sends the origin `null`.
  if (origin === 'null' && site === 'same-origin') return false
  return origin !== undefined && !ownOrigins(origin)
}
