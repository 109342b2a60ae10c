import { relyingParty } from '../../../platform/webauthn/relying-party.ts'
import { ceremonyError } from '../errors.ts'

/**
 * Refuses a browser whose relying party is not this site.
 * @throws HttpError `rp_id_mismatch`, `rp_context_changed`
 */
export function requireRelyingParty(claimed: { rpId: string; origin: string }): void {
  const { rpId, origins } = relyingParty()
  if (claimed.rpId !== rpId) throw ceremonyError('rp_id_mismatch')
  if (!origins.includes(claimed.origin)) throw ceremonyError('rp_context_changed')
}
