import { lockNames } from '../../../platform/database/advisory-locks.ts'
import type { Database } from '../../../platform/database/query.ts'
import { providerOf } from '../../../platform/webauthn/providers.ts'
import { relyingParty } from '../../../platform/webauthn/relying-party.ts'
import { maxPasskeys } from '../../../platform/webauthn/rules.ts'
import type { RegisteredPasskey } from '../../../platform/webauthn/verify-registration.ts'
import { ceremonyError, memberError } from '../errors.ts'
import type { ChallengeContext } from '../queries/challenges.ts'
import { lockMembers } from '../queries/members.ts'
import {
  clearReplacement,
  findHandle,
  type Handle,
  insertHandle,
  isReplacementRequested,
  linkHandle,
} from '../queries/passkey-handles.ts'
import {
  type CredentialDescriptor,
  deleteOtherPasskeys,
  insertPasskey,
  listCredentials,
  listPasskeysOfHandle,
} from '../queries/passkeys.ts'
import { savePasskeyProof } from '../queries/proofs.ts'
import { endSessionsOfHandle } from '../sessions/sessions.ts'

type Requester = { browser: string; member: number | null }
type ExistingHandle = Pick<Handle, 'id' | 'member'>

/** Whether a new passkey of an existing handle replaces the handle's other passkeys. */
async function replacesOthers(
  db: Database,
  handle: ExistingHandle,
  { browser, member }: Requester,
): Promise<boolean> {
  // The other passkeys of an unlinked handle may belong to somebody else.
  const isTakenOver = handle.member === null && member !== null
  return isTakenOver || (await isReplacementRequested(db, handle.id, browser))
}

/**
 * The passkeys that are kept when a new one is registered: those of the signed-in member; if nobody is signed in,
 * those of the handle's member; if the handle is not linked, those of the handle.
 * @param handle the existing handle under which the new one is registered; null for a new handle
 * @returns `replaces`: whether the new passkey replaces the handle's other passkeys. If so, `kept` omits them.
 */
export async function findKeptPasskeys(
  db: Database,
  { handle, ...requester }: Requester & { handle: ExistingHandle | null },
): Promise<{ kept: CredentialDescriptor[]; replaces: boolean }> {
  const owner = requester.member ?? handle?.member ?? null
  const replaces = handle !== null && (await replacesOthers(db, handle, requester))
  const all =
    owner !== null
      ? await listCredentials(db, { member: owner })
      : handle
        ? await listCredentials(db, { handle: handle.id })
        : []
  return { kept: replaces ? all.filter((each) => each.handle !== handle.id) : all, replaces }
}

/** The names of the passkeys that a new passkey of a linked handle will replace; empty if the handle is not linked. */
export async function findReplacedNames(
  db: Database,
  { userHandle, ...requester }: Requester & { userHandle: string },
): Promise<(string | null)[]> {
  const handle = await findHandle(db, userHandle)
  if (!handle || handle.member === null || !(await replacesOthers(db, handle, requester))) return []
  return (await listPasskeysOfHandle(db, handle.id)).map(
    ({ name, aaguid }) => name ?? providerOf(aaguid),
  )
}

/**
 * Saves a verified passkey. If it replaces the other passkeys of its handle, deletes these and ends the
 * sessions that were opened with the handle. Because of the locks, only one passkey of a member or handle is
 * saved at a time, so concurrent requests cannot exceed the maximum number of passkeys.
 * @param context what the challenge was created for
 * @param session id of the requester's session, which does not end
 * @returns the passkey's handle, and how many passkeys of the handle's member were deleted
 * @throws HttpError `verification_failed`, `invalid_state`, `too_many_passkeys`
 */
export async function savePasskey(
  db: Database,
  {
    userHandle,
    context,
    passkey,
    session,
  }: {
    userHandle: string
    context: ChallengeContext
    passkey: RegisteredPasskey
    session: string | null
  },
): Promise<{ handle: Handle; deleted: number }> {
  const { browser, member, handleId, handleMember } = context
  const owner = member ?? handleMember
  const exists = await lockMembers(db, [member, handleMember])
  if (!exists) throw ceremonyError('verification_failed', 'handle')
  await lockNames(db, [
    `passkeys of handle ${userHandle}`,
    ...(owner === null ? [] : [`passkeys of member ${owner}`]),
  ])
  const found = await findHandle(db, userHandle, { locks: true })
  // False if the handle was created, linked or unlinked after the challenge was created.
  const isSame = (found?.id ?? null) === handleId && (found?.member ?? null) === handleMember
  if (!isSame) throw ceremonyError('verification_failed', 'handle')
  const { kept, replaces } = await findKeptPasskeys(db, { handle: found, browser, member })
  if (kept.length >= maxPasskeys) throw memberError('too_many_passkeys')
  const handle = found ?? (await insertHandle(db, userHandle))
  const isNew = await insertPasskey(db, {
    handle: handle.id,
    key: passkey.credential,
    aaguid: passkey.aaguid,
    isMultiDevice: passkey.credentialDeviceType === 'multiDevice',
    isBackedUp: passkey.credentialBackedUp,
    rpId: relyingParty().rpId,
  })
  if (!isNew) throw ceremonyError('invalid_state')
  let deleted = 0
  if (replaces) {
    deleted = await deleteOtherPasskeys(db, handle.id, passkey.credential.id)
    await clearReplacement(db, handle.id)
    await endSessionsOfHandle(db, handle.id, session)
  }
  await savePasskeyProof(db, { browser, handle: handle.id, ceremony: 'register' })
  if (owner !== null && handle.member === null) await linkHandle(db, handle.id, owner)
  return {
    handle: { ...handle, member: owner },
    deleted: handle.member === null ? 0 : deleted,
  }
}
