import type { PayloadRequest } from 'payload'
import { lockUntilCommit } from '../database/lock.ts'
import type { Database } from '../database/query.ts'
import { inTransaction } from '../database/transaction.ts'
import type { OwnProof } from './contract.ts'
import { staffError } from './errors.ts'
import { recordUseOrThrow, verificationError, verifyAssertion } from './passkeys/assertion.ts'
import { type Account, findAccount } from './queries.ts'
import { requireSession } from './session.ts'
import { checkOwnPassword } from './sign-in.ts'

/** The change itself, in the transaction; `session` is the hash of the caller's token. */
type Change<Result> = (db: Database, account: Account, session: string) => Promise<Result>

/**
 * Changes the caller's own account or confirms the session. The caller must send the account's password or
 * an assertion of one of its passkeys for this session. Wrong passwords are counted per session, and the
 * fifth wrong password ends the session.
 * @param prepare called after the proof was verified, before the transaction; returns the change
 * @throws HttpError `forbidden` for a wrong password or passkey; `unauthorized` if a wrong password ended the
 *   session; `unavailable`; `conflict` if the account was changed meanwhile
 */
export async function changeWithProof<Result>(
  req: PayloadRequest,
  caller: { id: number },
  proof: OwnProof,
  prepare: () => Promise<Change<Result>>,
): Promise<Result> {
  const { tokenHash } = await requireSession(req)
  const confirm = await checkProof(req, caller, proof, tokenHash)
  const change = await prepare()
  return inTransaction(req, async (db) => {
    await lockUntilCommit(req, 'staff')
    const account = await findAccount(db, caller.id)
    if (!account) throw staffError('just_changed')
    await confirm(db, account)
    return change(db, account, tokenHash)
  })
}

/** Verifies the proof. @returns a function that completes the check in the transaction */
async function checkProof(
  req: PayloadRequest,
  caller: { id: number },
  { current_password: password, assertion: given }: OwnProof,
  session: string,
): Promise<(db: Database, account: Account) => Promise<void>> {
  if (given) {
    const context = { ceremony: 'confirm', binding: session } as const
    const assertion = await verifyAssertion(req, context, given)
    if (assertion.passkey.user !== caller.id) throw verificationError('handle')
    return (db) => recordUseOrThrow(db, assertion)
  }
  const email = String(req.user?.email)
  const checked = await checkOwnPassword(req, { email, password: password ?? '', session })
  if (checked.id !== caller.id) throw staffError('wrong_own_password')
  return async (_, account) => {
    if (account.hash !== checked.hash) throw staffError('just_changed')
  }
}
