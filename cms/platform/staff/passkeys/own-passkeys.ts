import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import type { PayloadRequest } from 'payload'
import { lockUntilCommit } from '../../database/lock.ts'
import { type Database, databaseOf } from '../../database/query.ts'
import { inTransaction } from '../../database/transaction.ts'
import { ownPasskeys } from '../../webauthn/own-passkey.ts'
import type { StaffCaller } from '../access.ts'
import { changeWithProof } from '../change-with-proof.ts'
import type { OwnProof, StaffPasskeysReply } from '../contract.ts'
import { staffError } from '../errors.ts'
import { queueNotice, renderNotice } from '../notices.ts'
import { deleteStaffSessions, findAccount } from '../queries.ts'
import { requireSession } from '../session.ts'
import { recordAction, replaceAllSessions } from '../sessions.ts'
import { createAssertionOptions } from './assertion.ts'
import { deletePasskey, listPasskeys, type PasskeyRow, setPasskeyName } from './queries.ts'

/** The passkeys of an account, the newest first. */
export const passkeysOf = async (db: Database, user: number): Promise<StaffPasskeysReply> =>
  ownPasskeys(await listPasskeys(db, user))

/**
 * Begins an assertion that confirms the caller's session or a change of their own account.
 * @throws HttpError `not_found` if they have no passkey
 */
export async function createConfirmationOptions(
  req: PayloadRequest,
  caller: StaffCaller,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { tokenHash } = await requireSession(req)
  const db = databaseOf(req.payload)
  const options = await createAssertionOptions(
    db,
    { ceremony: 'confirm', binding: tokenHash },
    caller.id,
  )
  if (!options.allowCredentials?.length) throw staffError('passkey_missing')
  return options
}

async function requirePasskey(db: Database, user: number, id: number): Promise<PasskeyRow> {
  const found = (await listPasskeys(db, user)).find((each) => each.id === id)
  if (!found) throw staffError('passkey_missing')
  return found
}

/** @throws HttpError as `changeWithProof`; `not_found` if the caller has no such passkey */
export async function renamePasskey(
  req: PayloadRequest,
  caller: StaffCaller,
  { id, name, ...proof }: OwnProof & { id: number; name: string },
): Promise<void> {
  const { name: before } = await requirePasskey(databaseOf(req.payload), caller.id, id)
  await changeWithProof(req, caller, proof, async () => {
    const notice = await renderNotice(req.payload, {
      what: 'passkey_renamed',
      detail: name,
      before,
    })
    return async (db, account) => {
      await requirePasskey(db, account.id, id)
      await setPasskeyName(db, { id, user: account.id }, name)
      await recordAction(req, 'passkey_renamed', account, { passkey: { before, after: name } })
      await queueNotice(req, account, notice)
    }
  })
}

/**
 * Removes a passkey of the caller. Ends all their sessions, because somebody else may have signed in with this
 * passkey. The session of this browser is replaced, so the caller stays signed in.
 * @returns the Set-Cookie header of the new session
 * @throws HttpError as `changeWithProof`; `not_found` if the caller has no such passkey
 */
export async function removePasskey(
  req: PayloadRequest,
  caller: StaffCaller,
  { id, ...proof }: OwnProof & { id: number },
): Promise<string> {
  const { name } = await requirePasskey(databaseOf(req.payload), caller.id, id)
  return changeWithProof(req, caller, proof, async () => {
    const notice = await renderNotice(req.payload, { what: 'passkey_removed', detail: name })
    return async (db, account, session) => {
      await requirePasskey(db, account.id, id)
      await deletePasskey(db, { id, user: account.id })
      await recordAction(req, 'passkey_removed', account, { passkey: name })
      await queueNotice(req, account, notice)
      return replaceAllSessions(db, account.id, session)
    }
  })
}

/**
 * Removes a passkey of a colleague, for an admin. All sessions of the account end.
 * @throws HttpError `not_found`; `forbidden` for a passkey of the caller
 */
export async function revokePasskey(
  req: PayloadRequest,
  caller: StaffCaller,
  { user, id }: { user: number; id: number },
): Promise<void> {
  if (user === caller.id) throw staffError('own_passkey')
  const { name } = await requirePasskey(databaseOf(req.payload), user, id)
  const notice = await renderNotice(req.payload, {
    what: 'passkey_removed',
    detail: name,
    by: caller.name,
  })
  await inTransaction(req, async (db) => {
    await lockUntilCommit(req, 'staff')
    const account = await findAccount(db, user)
    if (!account) throw staffError('passkey_missing')
    await requirePasskey(db, user, id)
    await deletePasskey(db, { id, user })
    await deleteStaffSessions(db, user)
    await recordAction(req, 'passkey_removed', account, { passkey: name })
    await queueNotice(req, account, notice)
  })
}
