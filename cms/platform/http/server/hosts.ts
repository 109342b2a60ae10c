/** The kind of host that a request names. */
export type HostKind =
  /** The configured host. */
  | 'site'
  /** The configured host with `www.`: redirected to the bare host. */
  | 'www'
  /** The authorised host of the secret kitchens. */
  | 'secret'
  /** A configured preview host, or a local name if the site itself is local: shows everything. */
  | 'preview'
  /** Not configured: treated as `site`, and never repeated in a response. */
  | 'unknown'

export type HostRules = { siteUrl: string; secretHost: string | undefined; previewHosts: string[] }

const localNames = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * The kind of host that a Host header names.
 * @param header the header as sent, `host[:port]`
 */
export function hostKind(header: string | undefined, rules: HostRules): HostKind {
  const host = header?.trim().toLowerCase() ?? ''
  const name = host.replace(/:\d+$/, '')
  const site = new URL(rules.siteUrl)
  const matches = (configured: string) => host === configured || name === configured
  if (rules.secretHost && matches(rules.secretHost)) return 'secret'
  if (rules.previewHosts.some(matches)) return 'preview'
  // On a public site a local name is not a preview host, because any client can send one.
  if (localNames.has(name) && localNames.has(site.hostname)) return 'preview'
  if (matches(site.host)) return 'site'
  if (matches(`www.${site.host}`) || matches(`www.${site.hostname}`)) return 'www'
  return 'unknown'
}

/** Whether the secret kitchens may be shown on a host of this kind. Source: spec section 2. */
export const showsSecretKitchens = (kind: HostKind): boolean =>
  kind === 'secret' || kind === 'preview'
