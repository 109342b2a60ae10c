import { originsOf, relyingParty } from '../../../platform/webauthn/relying-party.ts'
import { ceremonyError } from '../errors.ts'

/**
 * Refuses a browser whose relying party is not this site.
 * @throws HttpError `rp_id_mismatch`, `rp_context_changed`
 */
export function requireRelyingParty(
  req: { headers: Headers },
  claimed: { rpId: string; origin: string },
): void {
  if (claimed.rpId !== relyingParty().rpId) throw ceremonyError('rp_id_mismatch')
  if (!originsOf(req).includes(claimed.origin)) throw ceremonyError('rp_context_changed')
}
