type CspHashes = { scripts: string[]; styles: string[] }

const permissions = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]

/**
 * Headers of every response.
 * @param https whether the site is served over https; adds HSTS
 */
export function securityHeaders(https: boolean): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': [
      ...permissions.map((feature) => `${feature}=()`),
      'publickey-credentials-get=(self)',
      'publickey-credentials-create=(self)',
    ].join(', '),
    ...(https && { 'strict-transport-security': 'max-age=63072000' }),
  }
}

/** The policy of responses that are not documents. */
export const apiPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'"

/**
 * The Content-Security-Policy of the site's pages (CSP Level 3). It lists the hashes of the build's
 * inline scripts and styles. Nonces are not possible, because pages are cached.
 */
export function pagePolicy({ scripts, styles }: CspHashes, https: boolean): string {
  const list = (hashes: string[]) => hashes.map((hash) => ` '${hash}'`).join('')
  return [
    "default-src 'self'",
    `script-src 'self'${list(scripts)}`,
    `style-src-elem 'self'${list(styles)}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
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
