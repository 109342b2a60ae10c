import type { Payload, PayloadRequest } from 'payload'
import { record } from '../../../platform/audit/service.ts'
import { type Database, databaseOf } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { findSubscription } from '../../newsletter/service.ts'
import type { MemberRequest, UnlinkRequest } from '../contract.ts'
import { devicesOf, sessionsOf } from '../devices/devices.ts'
import { queueNotice, renderNotice } from '../mails.ts'
import { linkedHandlesOf } from '../passkeys/own-passkeys.ts'
import { planDeletion, renderDeletion } from '../profile/deletion.ts'
import { deleteDevicesOf } from '../queries/devices.ts'
import {
  cancelDeletion,
  findDeletionTime,
  findMemberById,
  lockMembers,
  type Member,
  scheduleDeletion,
  setSuspended,
} from '../queries/members.ts'
import { unlinkHandle } from '../queries/passkey-handles.ts'
import { lockSessionsOf } from '../queries/sessions.ts'
import { endSessionsOf, endSessionsOfHandle } from '../sessions/sessions.ts'

/** How a member signs in, and the state of their subscription; null if there is no such member. */
export async function findForStaff(payload: Payload, id: number) {
  const db = databaseOf(payload)
  const member = await findMemberById(db, id)
  if (!member) return null
  return {
    isSuspended: member.isSuspended,
    deleteAt: await findDeletionTime(db, id),
    subscription: await findSubscription(db, member.email),
    links: await linkedHandlesOf(db, id),
    sessions: await sessionsOf(db, id),
    devices: await devicesOf(db, id),
  }
}

/** Locks a member out, at once and everywhere, until staff let them in again. */
export const suspend = (req: PayloadRequest, { id }: MemberRequest): Promise<void> =>
  changeMember(req, id, 'member_suspended', async (db) => {
    await lockSessionsOf(db, id)
    await setSuspended(db, id, true)
    await endSessionsOf(db, id)
  })

/** Lets a member in again. Sessions that were opened meanwhile end, so the member has to sign in again. */
export const unsuspend = (req: PayloadRequest, { id }: MemberRequest): Promise<void> =>
  changeMember(req, id, 'member_let_in', async (db) => {
    await lockSessionsOf(db, id)
    await setSuspended(db, id, false)
    // `changeMember` has locked the member and therefore waited for sessions that were being opened. These
    // sessions end too.
    await endSessionsOf(db, id)
  })

/** Ends every session of a member, and the trust in their devices. */
export const signOutMember = (req: PayloadRequest, { id }: MemberRequest): Promise<void> =>
  changeMember(req, id, 'member_signed_out', async (db) => {
    await endSessionsOf(db, id)
    await deleteDevicesOf(db, id)
  })

/**
 * Schedules the deletion of a member who asked for it in person or on paper. They get the mail, and can change their mind, as if
 * they had asked on the site. Sent twice, or if they have asked already, it changes nothing.
 */
export async function scheduleDeletionFor(
  req: PayloadRequest,
  { id }: MemberRequest,
): Promise<void> {
  const { at, notice } = await planDeletion(req.payload)
  await changeMember(req, id, 'member_deletion_asked', async (db, member) => {
    if (!(await scheduleDeletion(db, id, at))) return false
    await queueNotice(req, member, notice)
    return true
  })
}

/** Stops the deletion of a member. They get a mail, because they may have asked for it themselves. */
export async function cancelDeletionFor(req: PayloadRequest, { id }: MemberRequest): Promise<void> {
  const planned = await findDeletionTime(databaseOf(req.payload), id)
  const notice =
    planned && (await renderDeletion(req.payload, 'deletion_stopped', new Date(planned)))
  await changeMember(req, id, 'member_deletion_undone', async (db, member) => {
    if (!notice || !(await findDeletionTime(db, id))) return false
    await cancelDeletion(db, id)
    await queueNotice(req, member, notice)
    return true
  })
}

/** Unlinks a handle from a member. The member gets a notice for each passkey and can link the handle again. */
export async function unlink(req: PayloadRequest, { id, link }: UnlinkRequest): Promise<void> {
  const links = await linkedHandlesOf(databaseOf(req.payload), id)
  const passkeys = links.find((each) => each.id === link)?.passkeys
  const notices = await Promise.all(
    (passkeys ?? []).map(({ name }) =>
      renderNotice(req.payload, { what: 'passkey_removed', detail: name }),
    ),
  )
  await changeMember(req, id, 'member_unlinked', async (db, member) => {
    // Unlinks before the sessions end. The update waits for a session that is being opened with the handle, so
    // that this session ends too.
    if (!passkeys || !(await unlinkHandle(db, id, link))) {
      throw new HttpError('not_found', 'This member has no such passkey.')
    }
    await endSessionsOfHandle(db, link)
    for (const notice of notices) await queueNotice(req, member, notice)
  })
}

// The audit trail is never deleted, so it names members by their ids only.
const changeMember = (
  req: PayloadRequest,
  id: number,
  action: string,
  /** Returns false if it had nothing to change. */
  change: (db: Database, member: Member) => Promise<unknown>,
): Promise<void> =>
  inTransaction(req, async (db) => {
    await lockMembers(db, [id])
    const member = await findMemberById(db, id)
    if (!member) throw new HttpError('not_found', 'There is no such member.')
    if ((await change(db, member)) === false) return
    await record(req, {
      action,
      subject: String(id),
      of_collection: 'members',
      document: id,
      version: null,
    })
  })
