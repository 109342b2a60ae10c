import type { Database } from '../../../platform/database/query.ts'
import type { Handle } from '../queries/passkey-handles.ts'
import { hasFreshAssertion, hasPasskeyProof } from '../queries/proofs.ts'

/**
 * Whether a handle belongs to the requester. Knowing the handle proves nothing.
 * - An unlinked handle: this browser must recently have completed a ceremony with one of the handle's passkeys.
 * - A linked handle: the handle's member must be signed in. If nobody is signed in, this browser must have
 *   authenticated with one of the handle's passkeys within the last five minutes, because each new passkey of the
 *   handle can sign in as the member.
 */
export async function isOwnHandle(
  db: Database,
  { id, member }: Handle,
  { browser, signedIn }: { browser: string | null; signedIn: number | null },
): Promise<boolean> {
  if (signedIn !== null && member !== null) return member === signedIn
  if (browser === null) return false
  return member === null ? hasPasskeyProof(db, browser, id) : hasFreshAssertion(db, browser, id)
}
