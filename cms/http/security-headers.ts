/** Writes a page's Content-Security-Policy; `styles` are the SHA-256 hashes of its inline style elements. */
export type PagePolicy = (styles: readonly string[]) => string

const permissions = ['camera', 'geolocation', 'microphone', 'payment', 'usb']

/**
 * Headers of every response.
 * @param https whether the site is served over https; adds HSTS
 */
export function securityHeaders(https: boolean): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    // Passkeys need no entry: by default only the site itself may use them.
    'permissions-policy': permissions.map((feature) => `${feature}=()`).join(','),
    ...(https && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
  }
}

/** For files that pages of other sites show: pictures in mails and in previews of shared links. */
export const embeddableHeaders = { 'cross-origin-resource-policy': 'cross-origin' }

/** The policy of responses that are not documents. */
export const apiPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'"

/**
 * The Content-Security-Policy of the site's pages (CSP Level 3). It lists hashes: nonces are not
 * possible, because pages are cached. A client navigation keeps the policy of the first page, so
 * `scripts` are the hashes of every page's inline scripts. Pages that a client navigation loads have no
 * inline style elements; they link to their style sheets.
 */
export const pagePolicy =
  (scripts: readonly string[], https: boolean): PagePolicy =>
  (styles) => {
    const list = (hashes: readonly string[]) => hashes.map((hash) => ` 'sha256-${hash}'`).join('')
    return [
      "default-src 'self'",
      `script-src 'self'${list(scripts)}`,
      `style-src-elem 'self'${list(styles)}`,
      "style-src-attr 'unsafe-inline'",
      "img-src 'self' data:",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'self'",
      ...(https ? ['upgrade-insecure-requests'] : []),
    ].join(';')
  }

/** The policy of the admin. Its pages are not cached, so it uses a nonce. */
export function adminPolicy(nonce: string, development: boolean): string {
  const evaluation = development ? " 'unsafe-eval'" : ''
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${evaluation}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    `connect-src 'self'${development ? ' ws:' : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ')
}
