import type { IncomingHttpHeaders } from 'node:http'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a request with an unsafe method was sent by a page of another origin. Browsers state this in
 * Sec-Fetch-Site, older browsers in Origin. Programs other than browsers send neither header. They are no
 * risk, because they do not have a visitor's cookies.
 * @param isOwnOrigin whether an origin belongs to this site
 */
export function isCrossSite(
  method: string,
  headers: IncomingHttpHeaders,
  isOwnOrigin: (origin: string) => boolean,
): boolean {
  if (safe.has(method)) return false
  const site = headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site') return true
  const { origin } = headers
  // A page with `Referrer-Policy: no-referrer` sends the origin `null`.
  if (origin === 'null' && site === 'same-origin') return false
  return origin !== undefined && !isOwnOrigin(origin)
}
