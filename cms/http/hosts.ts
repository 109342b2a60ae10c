/** What a request's Host header says about the site that is asked for. */
export type HostKind =
  /** The venue's own host. */
  | 'site'
  /** `www.` in front of it: redirected to the bare host. */
  | 'www'
  /** The authorised host of the secret kitchens. */
  | 'secret'
  /** This machine, or a configured preview host: everything is shown. */
  | 'preview'
  /** None that is configured: treated as the venue's own, and never repeated in an answer. */
  | 'unknown'

export type HostRules = { siteUrl: string; secretHost: string | undefined; previewHosts: string[] }

const localNames = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Sorts a Host header by what is configured; nothing in it is believed otherwise.
 * @param header the header as sent, `host[:port]`
 */
export function hostKind(header: string | undefined, rules: HostRules): HostKind {
  const host = header?.trim().toLowerCase() ?? ''
  const name = host.replace(/:\d+$/, '')
  const site = new URL(rules.siteUrl)
  const is = (configured: string) => host === configured || name === configured
  if (rules.secretHost && is(rules.secretHost)) return 'secret'
  if (rules.previewHosts.some(is)) return 'preview'
  if (localNames.has(name)) return 'preview'
  if (is(site.host)) return 'site'
  if (is(`www.${site.host}`) || is(`www.${site.hostname}`)) return 'www'
  return 'unknown'
}

/** Whether the secret kitchens may be shown on a host of this kind. Source: spec section 2. */
export const showsSecretKitchens = (kind: HostKind): boolean =>
  kind === 'secret' || kind === 'preview'
