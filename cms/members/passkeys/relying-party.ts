import { env } from '../../env.ts'
import { unverified } from './refusals.ts'

/** The site as authenticators know it: passkeys belong to `rpId`, answers come from `origins`. */
export function relyingParty(): { rpId: string; origins: string[] } {
  const { protocol, hostname, port } = new URL(env().SITE_URL)
  const rpId = hostname.replace(/^www\./, '')
  const at = port ? `:${port}` : ''
  // The installed app stays where it was installed.
  return { rpId, origins: [rpId, `www.${rpId}`].map((host) => `${protocol}//${host}${at}`) }
}

/**
 * Refuses a browser that takes this site for another one.
 * @throws HttpError `rp_id_mismatch`, `rp_context_changed`
 */
export function requireContext(claimed: { rpId: string; origin: string }): void {
  const { rpId, origins } = relyingParty()
  if (claimed.rpId !== rpId) throw unverified('rp_id_mismatch')
  if (!origins.includes(claimed.origin)) throw unverified('rp_context_changed')
}
