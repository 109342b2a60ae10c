import type { PayloadRequest, Where } from 'payload'
import { type AuditEntry, recordAll } from '../audit/service.ts'
import { type Database, transactionOf } from '../database/query.ts'
import { inTransaction } from '../database/transaction.ts'
import { env } from '../env.ts'
import { HttpError } from '../http/errors.ts'
import { cancelMailsTo, deleteMailsTo, lockEventsOf, lockEveryMailTo } from '../mail/service.ts'
import { lockAddresses } from './address-lock.ts'
import { insertConsents } from './queries/consents.ts'
import { deleteRowsOf, lockRowsOf } from './queries/import-rows.ts'
import { deleteRequests } from './queries/requests.ts'
import {
  deleteSubscriberRows,
  findSubscribersById,
  lockSubscribers,
  type Subscriber,
} from './queries/subscribers.ts'
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
 * Locks everything that `erase` changes, for all subscribers who are deleted in one transaction. The order
 * is that of imports, reports of mail services and confirmations: addresses, reports, subscribers, rows of
 * imports, mails; each of them sorted.
 * @returns those who exist
 */
async function lockForErasing(db: Database, ids: readonly number[]): Promise<Subscriber[]> {
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
 * Erases everything about locked subscribers who are about to be deleted, except for a hash of each
 * address by which an import leaves them out.
 */
async function erase(db: Database, subscribers: readonly Subscriber[]): Promise<void> {
  if (!subscribers.length) return
  const emails = subscribers.map(({ email }) => email)
  await deleteRequests(db, emails)
  await deleteRowsOf(db, emails)
  await deleteMailsTo(
    db,
    subscribers.map(({ id }) => id),
  )
  await suppressDeleted(
    db,
    emails.map((email) => addressHash(email, env().SECRET)),
  )
}

/** Erases everything about a subscriber whom the caller deletes then, in the request's transaction. */
export async function eraseSubscriber(req: PayloadRequest, id: number): Promise<void> {
  const db = await transactionOf(req)
  const subscribers = await lockForErasing(db, [id])
  // Deleted by another request meanwhile.
  if (!subscribers.length) throw new HttpError('not_found', 'There is no such subscriber.')
  await erase(db, subscribers)
}

/** Subscribers that one request deletes. */
const maxDeleted = 5000
/** Subscribers that one transaction deletes. Imports and sign-ups of their addresses wait for it. */
const deletedAtOnce = 200

/**
 * Deletes the subscribers that match a condition, some in each transaction, so that nobody waits long
 * for a lock. Subscribers who no longer match once they are locked, for example because they have
 * just left, are kept.
 * @returns the ids of the deleted ones
 * @throws what a transaction throws; those before it are committed
 */
export async function deleteSubscribers(req: PayloadRequest, where: Where): Promise<number[]> {
  const matching = async (condition: Where): Promise<number[]> => {
    const { docs } = await req.payload.find({
      ...{ collection: 'subscribers', where: condition, select: {}, depth: 0, pagination: false },
      ...{ overrideAccess: false, user: req.user, req },
    })
    return docs.map(({ id }) => id)
  }
  const ids = (await matching(where)).slice(0, maxDeleted)
  const deleted: number[] = []
  for (let start = 0; start < ids.length; start += deletedAtOnce) {
    const some = ids.slice(start, start + deletedAtOnce)
    const done = await inTransaction(req, async (db) => {
      const locked = await lockForErasing(db, some)
      const still = new Set(await matching({ and: [where, { id: { in: some } }] }))
      const subscribers = locked.filter(({ id }) => still.has(id))
      await erase(db, subscribers)
      const gone = subscribers.map(({ id }) => id)
      await deleteSubscriberRows(db, gone)
      await recordAll(req, gone.map(deletionOf))
      return gone
    })
    deleted.push(...done)
  }
  return deleted
}

// Writes the same audit entry as Payload's own deletions, see `audited`.
const deletionOf = (id: number): AuditEntry => ({
  ...{ action: 'delete', subject: `subscriber no. ${id}` },
  ...{ of_collection: 'subscribers', document: id },
})
