import type { PayloadRequest } from 'payload'
import { hashToken } from '../crypto/tokens.ts'
import { transactionOf } from '../database/query.ts'
import type { StaffCaller } from './access.ts'
import { changeWithProof } from './change-with-proof.ts'
import type { OwnProof } from './contract.ts'
import { sessionTokenOf } from './cookie.ts'
import { hasProof, storeProof } from './queries.ts'

/**
 * Confirms the caller's session with the password or a passkey. For `proofMs` it may then change who can
 * sign in.
 * @throws HttpError as `changeWithProof`
 */
export const proveSession = (
  req: PayloadRequest,
  caller: StaffCaller,
  proof: OwnProof,
): Promise<void> =>
  changeWithProof(req, caller, proof, async () => (db, _, session) => storeProof(db, session))

/** Whether the session of a request was confirmed in the last `proofMs`. */
export async function isProved(req: PayloadRequest): Promise<boolean> {
  const token = sessionTokenOf(req.headers)
  return token !== null && hasProof(await transactionOf(req), hashToken(token))
}
