import { env } from '../../env.ts'
import { ceremonyError } from '../errors.ts'

/** The site as authenticators know it: passkeys belong to `rpId`, responses come from `origins`. */
export function relyingParty(): { rpId: string; origins: string[] } {
  const { protocol, hostname, port } = new URL(env().SITE_URL)
  const rpId = hostname.replace(/^www\./, '')
  const suffix = port ? `:${port}` : ''
  // An installed app stays at the host it was installed from, with or without `www`.
  const origins = [rpId, `www.${rpId}`].map((host) => `${protocol}//${host}${suffix}`)
  return { rpId, origins }
}

/**
 * Refuses a browser whose relying party is not this site.
 * @throws HttpError `rp_id_mismatch`, `rp_context_changed`
 */
export function requireContext(claimed: { rpId: string; origin: string }): void {
  const { rpId, origins } = relyingParty()
  if (claimed.rpId !== rpId) throw ceremonyError('rp_id_mismatch')
  if (!origins.includes(claimed.origin)) throw ceremonyError('rp_context_changed')
}
