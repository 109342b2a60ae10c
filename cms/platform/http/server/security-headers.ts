import type { Capability, PageNeeds } from '../../ui/page-needs.ts'

/**
 * Writes a page's Content-Security-Policy.
 * @param styles the SHA-256 hashes of its inline style elements
 * @param sources what only this page needs; see `PageNeeds`
 */
export type PagePolicy = (styles: readonly string[], sources?: PageNeeds['sources']) => string

const capabilities: readonly Capability[] = [
  'camera',
  'geolocation',
  'microphone',
  'payment',
  'usb',
]

/** The header Permissions-Policy. Passkeys need no entry: by default only the site itself may use them. */
export const permissionsPolicy = (allowed: readonly Capability[] = []): string =>
  capabilities.map((each) => `${each}=(${allowed.includes(each) ? 'self' : ''})`).join(',')

/** The header Permissions-Policy of the admin, where staff scan the cards of members with a tablet's camera. */
export const adminPermissions = permissionsPolicy(['camera'])

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
    'permissions-policy': permissionsPolicy(),
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
  (styles, sources = {}) => {
    const list = (hashes: readonly string[]) => hashes.map((hash) => ` 'sha256-${hash}'`).join('')
    const directives = [
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
    ]
    return withSources(directives, sources).join(';')
  }

/**
 * Adds sources to the directives that exist, and the other directives. A directive of its own replaces `default-src`, so
 * it begins with the same sources.
 */
function withSources(
  directives: readonly string[],
  sources: NonNullable<PageNeeds['sources']>,
): string[] {
  const nameOf = (directive: string) => directive.split(' ')[0] ?? ''
  const names = directives.map(nameOf)
  return [
    ...directives.map((each) => {
      const own = sources[nameOf(each)]
      return own ? [each.replace(" 'none'", ''), ...own].join(' ') : each
    }),
    ...Object.entries(sources)
      .filter(([name]) => !names.includes(name))
      .map(([name, own]) => [name, "'self'", ...own.filter((each) => each !== "'self'")].join(' ')),
  ]
}

/**
 * The policy of the admin. Its pages are not cached, so it uses a nonce. WebAssembly reads the codes of cards in browsers that
 * can't do that themselves.
 */
export function adminPolicy(nonce: string, development: boolean): string {
  const evaluation = development ? " 'unsafe-eval'" : ''
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic' 'wasm-unsafe-eval'${evaluation}`,
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
