import type { PayloadRequest } from 'payload'
import { hashToken } from '../crypto/tokens.ts'
import { type Database, transactionOf } from '../database/query.ts'
import { changeWithProof } from './change-with-proof.ts'
import type { OwnProof } from './contract.ts'
import { sessionTokenOf } from './cookie.ts'
import { type Account, hasProof } from './queries.ts'
import { replaceSessionAfterProof } from './sessions.ts'

/**
 * Confirms the caller's session with the password or a passkey. The browser gets a new session with a
 * proof. For `proofMs` an admin can use this session to change who can sign in.
 * @returns the Set-Cookie header of the new session
 * @throws HttpError as `changeWithProof`
 */
export const proveSession = async (
  req: PayloadRequest,
  caller: { id: number },
  proof: OwnProof,
): Promise<string> => {
  const change = async (db: Database, _: Account, session: string) =>
    replaceSessionAfterProof(db, session)
  return (await changeWithProof(req, caller, proof, async () => change)).cookie
}

/** Whether the session of a request was confirmed in the last `proofMs`. */
export async function isProved(req: PayloadRequest): Promise<boolean> {
  const token = sessionTokenOf(req.headers)
  return token !== null && hasProof(await transactionOf(req), hashToken(token))
}
