import { createLocalReq, type Payload, type PayloadRequest } from 'payload'
import { type Executor, rows, sql } from '../../database/sql.ts'
import { inTransaction } from '../../database/transaction.ts'
import { takeTryWith } from '../../limits/service.ts'
import { log } from '../../log.ts'
import { forgetMailsToAddress } from '../../mail/recipients.ts'
import { forgetSubscriber } from '../../newsletter/details.ts'
import { findVenue } from '../../venue/service.ts'
import { retryAfter } from '../codes/limits.ts'
import type { SignedIn } from '../contract.ts'
import { refusal } from '../errors.ts'
import { tellMember } from '../mails.ts'
import { dropCodesTo } from '../queries/codes.ts'
import type { DeletionReply } from './contract.ts'
import { changeMindMs } from './rules.ts'

/** Whoever changes their mind, and changes it again, gets a mail each time. */
const perMember = { most: 3, restMs: 24 * 60 * 60_000, within: true }

/**
 * Asks for a member to be deleted, in seven days. Asked for again it is not later.
 * @throws HttpError `too_often` with Retry-After
 */
export async function askDeletion(req: PayloadRequest, member: SignedIn): Promise<DeletionReply> {
  const venue = await findVenue(req.payload)
  return inTransaction(req, async (db) => {
    const { rows: asked } = await db.execute(sql`
      update members set delete_at = now() + ${changeMindMs} * interval '1 ms', updated_at = now()
       where id = ${member.id} and delete_at is null returning delete_at`)
    if (asked.length) {
      const key = `deletions of ${member.id}`
      const { retryAfterSeconds } = await takeTryWith(db, key, perMember)
      if (retryAfterSeconds !== null) throw refusal('too_often', retryAfter(retryAfterSeconds))
      const { timeZone } = venue
      const at = new Date(asked[0]?.delete_at as string | Date)
      const detail = at.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone })
      await tellMember(req, venue, member, { what: 'deletion_asked', detail })
    }
    return deletionOf(db, member)
  })
}

/** Somebody has changed their mind. */
export const undoDeletion = (req: PayloadRequest, member: SignedIn): Promise<DeletionReply> =>
  inTransaction(req, async (db) => {
    await db.execute(
      sql`update members set delete_at = null, updated_at = now() where id = ${member.id}`,
    )
    return deletionOf(db, member)
  })

async function deletionOf(db: Executor, { id }: SignedIn): Promise<DeletionReply> {
  const { rows: found } = await db.execute(sql`select delete_at from members where id = ${id}`)
  const at = found[0]?.delete_at as string | Date | null | undefined
  return { delete_at: at ? new Date(at).toISOString() : null }
}

/** Deletes the members whose time has come, each by one process and as a whole. */
export async function deleteDueMembers(payload: Payload): Promise<void> {
  const due = await rows<{ id: number }>(
    payload,
    sql`select id from members where delete_at < now() order by id limit 100`,
  )
  for (const { id } of due) {
    const req = await createLocalReq({}, payload)
    await inTransaction(req, (db) => deleteMember(req, db, id))
  }
}

// Sessions, devices and passkeys go with the row.
async function deleteMember(req: PayloadRequest, db: Executor, id: number): Promise<void> {
  const { rows: found } = await db.execute(sql`
    select email from members where id = ${id} and delete_at < now() for update skip locked`)
  const email = found[0]?.email
  if (typeof email !== 'string') return
  await forgetSubscriber(req, email)
  await forgetMailsToAddress(db, email)
  await dropCodesTo(db, email)
  await db.execute(sql`delete from members where id = ${id}`)
  log.info({ member: id }, 'a member was deleted, as they had asked')
}
