import type { Database } from '../../database/query.ts'
import type { Handle } from '../queries/passkey-handles.ts'
import { hasFreshAssertion, hasProof } from '../queries/proofs.ts'

/**
 * Whether a handle belongs to the requester: it is linked to the member who is signed in, or one of its
 * passkeys was just used in this browser. For a linked handle, the use must be within the last five
 * minutes, because the next passkey is linked too. Knowing a handle proves nothing.
 */
export async function isOwn(
  db: Database,
  { id, member }: Handle,
  { browser, signedIn }: { browser: string | null; signedIn: number | null },
): Promise<boolean> {
  if (signedIn !== null && member !== null) return member === signedIn
  if (browser === null) return false
  return member === null ? hasProof(db, browser, id) : hasFreshAssertion(db, browser, id)
}
