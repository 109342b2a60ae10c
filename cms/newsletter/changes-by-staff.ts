import type { PayloadRequest } from 'payload'
import { transactionOf } from '../database/query.ts'
import { env } from '../env.ts'
import { cancelMailsTo, deleteMailsTo } from '../mail/service.ts'
import { lockAddresses } from './address-lock.ts'
import { insertConsents } from './queries/consents.ts'
import { deleteRowsOf } from './queries/import-rows.ts'
import { deleteRequests } from './queries/requests.ts'
import { findSubscriberById, lockSubscribers } from './queries/subscribers.ts'
import { suppressDeleted } from './queries/suppressions.ts'
import type { Interest } from './rules.ts'
import { addressHash } from './tokens.ts'

/** Stores that staff ended a subscription, and cancels queued mails. */
export async function recordStopByStaff(
  req: PayloadRequest,
  subscriber: number,
  interests: readonly Interest[],
): Promise<void> {
  const db = await transactionOf(req)
  await cancelMailsTo(db, subscriber)
  await insertConsents(db, { subscriber, kind: 'withdrawn', how: 'staff', interests })
}

/** Locks a subscriber for a change by staff. @returns when they last changed */
export async function lockForStaff(req: PayloadRequest, id: number): Promise<Date | undefined> {
  const [subscriber] = await lockSubscribers(await transactionOf(req), [id])
  return subscriber?.updatedAt
}

/**
 * Erases everything about a subscriber who is about to be deleted, except for a hash of the address
 * by which an import leaves them out.
 */
export async function eraseSubscriber(req: PayloadRequest, id: number): Promise<void> {
  const db = await transactionOf(req)
  const subscriber = await findSubscriberById(db, id)
  if (!subscriber) return
  const { email } = subscriber
  await lockAddresses(db, [email])
  if (!(await lockSubscribers(db, [id])).length) return
  await deleteRequests(db, email)
  await deleteRowsOf(db, email)
  await deleteMailsTo(db, [id])
  await suppressDeleted(db, addressHash(email, env().SECRET))
}
