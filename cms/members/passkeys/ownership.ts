import type { Executor } from '../../database/sql.ts'
import type { Handle } from '../queries/passkey-handles.ts'
import { hasProof } from '../queries/proofs.ts'

/**
 * Whether a handle is the asker’s own: linked to the member who is signed in, or nobody else’s and one
 * whose passkey was just used in this browser. Knowing a handle proves nothing.
 */
export async function isOwn(
  db: Executor,
  { id, member }: Handle,
  { browser, signedIn }: { browser: string | null; signedIn: number | null },
): Promise<boolean> {
  if (signedIn !== null && member !== null) return member === signedIn
  return browser !== null && hasProof(db, browser, id)
}
