import type { PayloadRequest } from 'payload'
import { type Database, transactionOf } from '../database/query.ts'
import { env } from '../env.ts'
import { cancelMailsTo, deleteMailsTo, lockEventsOf, lockEveryMailTo } from '../mail/service.ts'
import { lockAddresses } from './address-lock.ts'
import { insertConsents } from './queries/consents.ts'
import { deleteRowsOf, lockRowsOf } from './queries/import-rows.ts'
import { deleteRequests } from './queries/requests.ts'
import { findSubscribersById, lockSubscribers, type Subscriber } from './queries/subscribers.ts'
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
 * Locks everything that `eraseSubscriber` changes, for all subscribers who are deleted in one
 * transaction. The order is that of imports, reports of mail services and confirmations: addresses,
 * reports, subscribers, rows of imports, mails; each of them sorted.
 * @returns those who exist
 */
export async function lockForErasing(db: Database, ids: readonly number[]): Promise<Subscriber[]> {
  const emails = (await findSubscribersById(db, ids)).map(({ email }) => email)
  if (!emails.length) return []
  await lockAddresses(db, emails)
  await lockEventsOf(db, ids)
  const subscribers = await lockSubscribers(db, ids)
  await lockRowsOf(db, emails)
  await lockEveryMailTo(db, ids)
  return subscribers
}

/**
 * Erases everything about a subscriber who is about to be deleted, except for a hash of the address
 * by which an import leaves them out.
 */
export async function eraseSubscriber(req: PayloadRequest, id: number): Promise<void> {
  const db = await transactionOf(req)
  const [subscriber] = await lockForErasing(db, [id])
  if (!subscriber) return
  const { email } = subscriber
  await deleteRequests(db, email)
  await deleteRowsOf(db, email)
  await deleteMailsTo(db, [id])
  await suppressDeleted(db, addressHash(email, env().SECRET))
}
