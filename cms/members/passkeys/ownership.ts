import type { Database } from '../../database/query.ts'
import type { Handle } from '../queries/passkey-handles.ts'
import { hasProof } from '../queries/proofs.ts'

/**
 * Whether a handle belongs to the requester: it is linked to the member who is signed in, or a passkey
 * of it was just used in this browser. Knowing a handle proves nothing.
 */
export async function isOwn(
  db: Database,
  { id, member }: Handle,
  { browser, signedIn }: { browser: string | null; signedIn: number | null },
): Promise<boolean> {
  if (signedIn !== null && member !== null) return member === signedIn
  return browser !== null && hasProof(db, browser, id)
}
