import type { PayloadRequest } from 'payload'
import { record } from '../../audit/service.ts'
import { databaseOf, type Executor, sql } from '../../database/sql.ts'
import { inTransaction } from '../../database/transaction.ts'
import { HttpError } from '../../http/errors.ts'
import { findSubscription } from '../../newsletter/details.ts'
import { findVenue } from '../../venue/service.ts'
import type { MemberRequest, UnlinkRequest } from '../contract.ts'
import { devicesOf, forgetDevicesOf, sessionsOf } from '../devices/devices.ts'
import { tellMember } from '../mails.ts'
import { findLink, linksOf, unlinkHandle } from '../passkeys/links.ts'
import { type Member, memberById } from '../queries/members.ts'
import { endSessionsOf, endSessionsOfHandle, holdSessionsOf } from '../sessions/sessions.ts'

/** How somebody is signed in and how their letters stand, as staff see it; null where they are gone. */
export async function findForStaff(payload: PayloadRequest['payload'], id: number) {
  const db = databaseOf(payload)
  const member = await memberById(db, id)
  if (!member) return null
  return {
    isSuspended: member.isSuspended,
    subscription: await findSubscription(db, member.email),
    links: await linksOf(db, id),
    sessions: await sessionsOf(db, id),
    devices: await devicesOf(db, id),
  }
}

/** Keeps a member out, at once and everywhere, until staff let them in again. */
export const suspend = (req: PayloadRequest, { id }: MemberRequest): Promise<void> =>
  onMember(req, id, 'member_suspended', async (db) => {
    await holdSessionsOf(db, id)
    await db.execute(
      sql`update members set suspended_at = coalesce(suspended_at, now()) where id = ${id}`,
    )
    await endSessionsOf(db, id)
  })

/** Lets a member in again; they sign in anew. A session that somebody still tried to open ends here. */
export const unsuspend = (req: PayloadRequest, { id }: MemberRequest): Promise<void> =>
  onMember(req, id, 'member_let_in', async (db) => {
    await holdSessionsOf(db, id)
    await db.execute(sql`update members set suspended_at = null where id = ${id}`)
    // One that somebody was opening all the while is there by now.
    await endSessionsOf(db, id)
  })

/** Ends every session of a member, and trusts none of their devices any more. */
export const signOutMember = (req: PayloadRequest, { id }: MemberRequest): Promise<void> =>
  onMember(req, id, 'member_signed_out', async (db) => {
    await endSessionsOf(db, id)
    await forgetDevicesOf(db, id)
  })

/**
 * Takes the passkeys of a handle from a member, who is told of each, and can link them again with a
 * code.
 */
export async function unlink(req: PayloadRequest, { id, link }: UnlinkRequest): Promise<void> {
  const venue = await findVenue(req.payload)
  await onMember(req, id, 'member_unlinked', async (db, member) => {
    const own = await findLink(db, id, link)
    // In this order: a session that is being opened is there by then.
    if (!own || !(await unlinkHandle(db, id, link))) {
      throw new HttpError('not_found', 'This member has no such passkey.')
    }
    await endSessionsOfHandle(db, link)
    for (const { name } of own.passkeys) {
      await tellMember(req, venue, member, { what: 'passkey_removed', detail: name })
    }
  })
}

// The trail, of which nothing is ever taken away, names nobody from outside the house.
const onMember = (
  req: PayloadRequest,
  id: number,
  action: string,
  work: (db: Executor, member: Member) => Promise<void>,
): Promise<void> =>
  inTransaction(req, async (db) => {
    const member = await memberById(db, id)
    if (!member) throw new HttpError('not_found', 'There is no such member.')
    await work(db, member)
    await record(req, {
      action,
      subject: String(id),
      of_collection: 'members',
      document: id,
      version: null,
    })
  })
