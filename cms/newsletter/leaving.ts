import type { PayloadRequest } from 'payload'
import { type Executor, sql } from '../database/sql.ts'
import { inTransaction } from '../database/transaction.ts'
import { env } from '../env.ts'
import { cancelKindsTo, cancelMailsTo, queueMail } from '../mail/service.ts'
import { findVenue } from '../venue/service.ts'
import type { LeaveAction } from './contract.ts'
import { changeInterests } from './interests.ts'
import { countChange, countMail } from './limits.ts'
import { leaveAddress, readLeaveToken } from './link.ts'
import { leaveMail } from './mails.ts'
import { type Interest, letterKinds, pauseMs, undoWithinMs } from './rules.ts'
import {
  type Subscriber,
  subscriberByAddress,
  subscriberById,
  writeConsent,
} from './subscribers.ts'

/** Whether somebody who left can still be put back by the link. */
export const canUndo = ({ state, leftAt }: Subscriber): boolean =>
  state === 'unsubscribed' && leftAt !== null && Date.now() - leftAt.getTime() < undoWithinMs

type Done = LeaveAction | 'unchanged'

/**
 * Does what somebody asks for on the page behind a letter's link, or their mail program for them.
 * Nobody needs to sign in, and what was done already is done.
 * @param chosen the interests that are left, for `interests`; where none is of some, everything is left
 * @returns what was done; null where the link is nobody's
 * @throws HttpError `too_many_requests`, but for who leaves
 */
export async function changeByLink(
  req: PayloadRequest,
  token: string,
  action: LeaveAction,
  { chosen = [], how }: { chosen?: Interest[]; how: string },
): Promise<Done | null> {
  const link = readLeaveToken(token, env().SECRET)
  if (!link) return null
  return inTransaction(req, async (db) => {
    const subscriber = await subscriberById(db, link.subscriber, { holds: true })
    if (!subscriber || subscriber.state === 'pending') return null
    // Nobody is kept from leaving.
    const keepsNone = action === 'interests' && !chosen.length
    const leaves = action === 'leave' || (keepsNone && subscriber.interests.length > 0)
    if (!leaves) await countChange(db, subscriber.id, 'link')
    if (action === 'undo') return undo(db, subscriber, how)
    if (subscriber.state !== 'active') return 'unchanged'
    if (action === 'pause' || action === 'resume') return pause(db, subscriber, action)
    // Who never chose any, and sends the form as it was, has asked for nothing.
    if (keepsNone && !leaves) return 'unchanged'
    if (leaves) return leave(db, subscriber, { how, mail: link.mail })
    await changeInterests(db, { subscriber: subscriber.id, interests: chosen, how })
    return 'interests'
  })
}

/**
 * Lets a subscriber, who is held, get no more letters. A pause that runs stays, for whoever takes
 * leaving back.
 */
export async function leave(
  db: Executor,
  { id, interests }: Subscriber,
  by: { how: string; mail?: number },
): Promise<Done> {
  await db.execute(sql`
    update subscribers
       set state = 'unsubscribed', left_at = now(), updated_at = now()
     where id = ${id}`)
  await cancelMailsTo(db, id)
  await writeConsent(db, { ...by, subscriber: id, kind: 'withdrawn', interests })
  return 'leave'
}

async function undo(db: Executor, subscriber: Subscriber, how: string): Promise<Done> {
  if (!canUndo(subscriber)) return 'unchanged'
  const { id, interests } = subscriber
  await db.execute(sql`
    update subscribers set state = 'active', left_at = null, updated_at = now() where id = ${id}`)
  await writeConsent(db, { subscriber: id, kind: 'restored', how, interests })
  return 'undo'
}

async function pause(db: Executor, { id }: Subscriber, action: 'pause' | 'resume'): Promise<Done> {
  const until = action === 'pause' ? sql`now() + ${pauseMs} * interval '1 ms'` : sql`null`
  await db.execute(
    sql`update subscribers set paused_until = ${until}, updated_at = now() where id = ${id}`,
  )
  if (action === 'pause') await cancelKindsTo(db, id, letterKinds)
  return action
}

/**
 * Sends somebody the link by which they leave, where the one they have does not work. Says nothing of
 * whether the address is known.
 * @throws HttpError `too_many_requests`
 */
export async function sendLeaveLink(req: PayloadRequest, address: string): Promise<void> {
  const venue = await findVenue(req.payload)
  await inTransaction(req, async (db) => {
    await countMail(db, address)
    const subscriber = await subscriberByAddress(db, address)
    if (subscriber?.state !== 'active') return
    const link = leaveAddress({ subscriber: subscriber.id, mail: 0 }, env())
    const mail = await leaveMail(venue, { subscriber, link })
    await queueMail(req, { ...mail, key: `leave link ${subscriber.id} ${Date.now()}` })
  })
}
