import type { PayloadRequest } from 'payload'
import { lockNames } from '../../../platform/database/advisory-locks.ts'
import { type Database, databaseOf } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import type { OwnPasskey } from '../../../platform/webauthn/contract.ts'
import { ownPasskey, ownPasskeys } from '../../../platform/webauthn/own-passkey.ts'
import { providerOf } from '../../../platform/webauthn/providers.ts'
import type { SignedIn } from '../contract.ts'
import { queueNotice, renderNotice } from '../mails.ts'
import { lockMembers } from '../queries/members.ts'
import { deleteHandleWithoutPasskeys, lockHandle } from '../queries/passkey-handles.ts'
import { deletePasskey, listPasskeys, setPasskeyName } from '../queries/passkeys.ts'
import { endSessionsOfHandle } from '../sessions/sessions.ts'
import type { PasskeysReply } from './contract.ts'

/** A member's passkeys, the newest first. */
export const passkeysOf = async (db: Database, member: number): Promise<PasskeysReply> =>
  ownPasskeys(await listPasskeys(db, member))

/** A handle that is linked to a member, as staff see it. */
export type LinkedHandle = {
  id: number
  /** The beginning of the handle: long enough to distinguish two handles, too short to use. */
  hint: string
  linkedAt: string
  passkeys: OwnPasskey[]
}

/** The handles that are linked to a member. The handle with the newest passkey is first. */
export async function linkedHandlesOf(db: Database, member: number): Promise<LinkedHandle[]> {
  const byHandle = Map.groupBy(await listPasskeys(db, member), ({ handle }) => handle)
  return [...byHandle].flatMap(([id, own]) =>
    own.slice(0, 1).map(({ user_handle, linked_at }) => ({
      id,
      hint: `${user_handle.slice(0, 4)}…`,
      linkedAt: linked_at,
      passkeys: own.map(ownPasskey),
    })),
  )
}

const notFound = () => new HttpError('not_found', 'You have no such passkey.')

/** @throws HttpError `not_found` if the member has no such passkey */
export async function renamePasskey(
  { payload }: PayloadRequest,
  member: SignedIn,
  change: { id: number; name: string },
): Promise<void> {
  if (!(await setPasskeyName(databaseOf(payload), member.id, change))) throw notFound()
}

/**
 * Deletes a passkey, and ends the sessions that were opened with its handle, except the current one.
 * @throws HttpError `not_found` if the member has no such passkey
 */
export async function removePasskey(
  req: PayloadRequest,
  member: SignedIn,
  id: number,
): Promise<void> {
  const passkeys = await listPasskeys(databaseOf(req.payload), member.id)
  const passkey = passkeys.find((each) => each.id === id)
  if (!passkey) throw notFound()
  const notice = await renderNotice(req.payload, {
    what: 'passkey_removed',
    detail: passkey.name ?? providerOf(passkey.aaguid),
  })
  await inTransaction(req, async (db) => {
    await lockMembers(db, [member.id])
    await lockNames(db, [`passkeys of member ${member.id}`])
    const handle = await deletePasskey(db, member.id, id)
    if (handle === null) throw notFound()
    await lockHandle(db, handle)
    await endSessionsOfHandle(db, handle, member.session)
    await deleteHandleWithoutPasskeys(db, handle)
    await queueNotice(req, member, notice)
  })
}
