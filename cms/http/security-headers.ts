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
 * What stands on every answer, whatever it carries.
 * @param https whether the site is served over https; HSTS makes sense only there
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

/** For answers that are no documents: nothing may load, nobody may frame them. */
export const apiPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'"

/**
 * The Content-Security-Policy of the site's pages (CSP Level 3). Inline scripts and styles run only
 * if the build made them: their hashes are listed. Cached pages are the same for everyone, which
 * rules out nonces.
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

/** The admin's pages are made for one person each, so a nonce can name their scripts. */
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
