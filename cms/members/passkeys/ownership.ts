import type { Database } from '../../database/query.ts'
import type { Handle } from '../queries/passkey-handles.ts'
import { hasFreshAssertion, hasProof } from '../queries/proofs.ts'

/**
 * Whether a handle belongs to the requester: it is linked to the member who is signed in, or this browser
 * recently completed a ceremony with one of its passkeys. For a linked handle, the ceremony must be an
 * authentication within the last five minutes, because each new passkey of the handle signs in as its member.
 * Knowing a handle proves nothing.
 */
export async function isOwnHandle(
  db: Database,
  { id, member }: Handle,
  { browser, signedIn }: { browser: string | null; signedIn: number | null },
): Promise<boolean> {
  if (signedIn !== null && member !== null) return member === signedIn
  if (browser === null) return false
  return member === null ? hasProof(db, browser, id) : hasFreshAssertion(db, browser, id)
}
