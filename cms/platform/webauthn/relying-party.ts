import { cameToSecretHost, secretOriginOf } from '../http/server/hosts.ts'
import { env } from '../runtime/env.ts'

/** The site as authenticators know it: passkeys belong to `rpId`, responses come from `origins`. */
export function relyingParty(): { rpId: string; origins: string[] } {
  const { protocol, hostname, port } = new URL(env().SITE_URL)
  const rpId = hostname.replace(/^www\./, '')
  const suffix = port ? `:${port}` : ''
  // An installed app keeps the host from which it was installed, with or without `www`.
  const origins = [rpId, `www.${rpId}`].map((host) => `${protocol}//${host}${suffix}`)
  return { rpId, origins }
}

/**
 * The origins whose pages may use a member's passkey in a request. The secret kitchens have the site's passkeys and an
 * origin of their own, and each host accepts only what was made on its own pages.
 */
export function originsOf(req: { headers: Headers }): string[] {
  if (!cameToSecretHost(req)) return relyingParty().origins
  const origin = secretOrigin()
  return origin === null ? [] : [origin]
}

/** The origin of the secret kitchens' host; null if none is configured. */
export const secretOrigin = (): string | null =>
  secretOriginOf(env().SITE_URL, env().SECRET_KITCHENS_HOST)

/**
 * The origins that are not the relying party's own and may use its passkeys: the secret kitchens' host, unless it is a
 * subdomain, for which browsers need no permission. Source: WebAuthn Level 3, section 5.11 (related origin requests).
 */
export function relatedOrigins(): string[] {
  const origin = secretOrigin()
  if (origin === null) return []
  const { rpId } = relyingParty()
  const { hostname } = new URL(origin)
  return hostname === rpId || hostname.endsWith(`.${rpId}`) ? [] : [origin]
}
