import type { PayloadRequest, Where } from 'payload'
import { type AuditEntry, recordAll } from '../../../platform/audit/service.ts'
import { type Database, transactionOf } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import {
  cancelMailsTo,
  deleteMailsTo,
  lockEventsOfSubscribers,
  lockMailsToDelete,
} from '../../../platform/mail/service.ts'
import { env } from '../../../platform/runtime/env.ts'
import { insertConsents } from '../queries/consents.ts'
import { deleteImportRowsOfAddresses, lockImportRowsOfAddresses } from '../queries/import-rows.ts'
import { deleteRequests } from '../queries/requests.ts'
import {
  deleteSubscriberRows,
  findSubscribersById,
  lockSubscribers,
  type Subscriber,
} from '../queries/subscribers.ts'
import { suppressDeleted } from '../queries/suppressions.ts'
import { lockAddresses } from '../subscribing/address-lock.ts'
import { addressHash } from '../subscribing/tokens.ts'

/**
 * Stores that staff ended a subscription, and cancels queued mails.
 * @param interests interests and topics of the venue that the subscriber had
 */
export async function recordStopByStaff(
  req: PayloadRequest,
  subscriber: number,
  interests: readonly string[],
): Promise<void> {
  const db = await transactionOf(req)
  await cancelMailsTo(db, subscriber)
  await insertConsents(db, { subscriber, kind: 'withdrawn', how: 'staff', interests })
}

/** Locks a subscriber for a change by staff. @returns when the subscriber was last changed */
export async function lockForStaff(req: PayloadRequest, id: number): Promise<Date | undefined> {
  const [subscriber] = await lockSubscribers(await transactionOf(req), [id])
  return subscriber?.updatedAt
}

/**
 * Locks everything that `erase` changes, for all subscribers who are deleted in one transaction. The lock
 * order is the same as in imports, reports of mail services and confirmations: addresses, reports,
 * subscribers, rows of imports, mails. Rows of each kind are locked in sorted order.
 * @returns the subscribers who exist
 */
async function lockForErasing(db: Database, ids: readonly number[]): Promise<Subscriber[]> {
  const emails = (await findSubscribersById(db, ids)).map(({ email }) => email)
  if (!emails.length) return []
  await lockAddresses(db, emails)
  await lockEventsOfSubscribers(db, ids)
  const subscribers = await lockSubscribers(db, ids)
  await lockImportRowsOfAddresses(db, emails)
  await lockMailsToDelete(db, ids)
  return subscribers
}

/**
 * Erases everything about locked subscribers who are about to be deleted. A hash of each address remains,
 * so that imports do not add the address again.
 */
async function erase(db: Database, subscribers: readonly Subscriber[]): Promise<void> {
  if (!subscribers.length) return
  const emails = subscribers.map(({ email }) => email)
  await deleteRequests(db, emails)
  await deleteImportRowsOfAddresses(db, emails)
  await deleteMailsTo(
    db,
    subscribers.map(({ id }) => id),
  )
  await suppressDeleted(
    db,
    emails.map((email) => addressHash(email, env().SECRET)),
  )
}

/** Erases everything about a subscriber in the request's transaction, before the caller deletes the row. */
export async function eraseSubscriber(req: PayloadRequest, id: number): Promise<void> {
  const db = await transactionOf(req)
  const subscribers = await lockForErasing(db, [id])
  // Another request has deleted the subscriber meanwhile.
  if (!subscribers.length) throw new HttpError('not_found', 'There is no such subscriber.')
  await erase(db, subscribers)
}

/** How many subscribers one request deletes at most. */
const maxDeleted = 5000
/** How many subscribers one transaction deletes. Imports and sign-ups of their addresses wait until it ends. */
const deletionBatchSize = 200

/**
 * Deletes the subscribers that match a condition, `deletionBatchSize` in each transaction, so that other requests do
 * not wait long for a lock. Each subscriber is checked again after it was locked. A subscriber who no longer matches,
 * for example after leaving, is not deleted.
 * @returns the ids of the deleted subscribers
 * @throws the error of a failed transaction; earlier transactions are committed
 */
export async function deleteSubscribers(req: PayloadRequest, where: Where): Promise<number[]> {
  const matching = async (condition: Where): Promise<number[]> => {
    const { docs } = await req.payload.find({
      collection: 'subscribers',
      where: condition,
      select: {},
      depth: 0,
      pagination: false,
      overrideAccess: false,
      user: req.user,
      req,
    })
    return docs.map(({ id }) => id)
  }
  const ids = (await matching(where)).slice(0, maxDeleted)
  const deleted: number[] = []
  for (let start = 0; start < ids.length; start += deletionBatchSize) {
    const batchIds = ids.slice(start, start + deletionBatchSize)
    const deletedNow = await inTransaction(req, async (db) => {
      const locked = await lockForErasing(db, batchIds)
      const stillMatching = new Set(await matching({ and: [where, { id: { in: batchIds } }] }))
      const subscribers = locked.filter(({ id }) => stillMatching.has(id))
      await erase(db, subscribers)
      const subscriberIds = subscribers.map(({ id }) => id)
      await deleteSubscriberRows(db, subscriberIds)
      await recordAll(req, subscriberIds.map(deletionOf))
      return subscriberIds
    })
    deleted.push(...deletedNow)
  }
  return deleted
}

// The audit entry is the same as for Payload's own deletions, see `audited`.
const deletionOf = (id: number): AuditEntry => ({
  action: 'delete',
  subject: `subscriber no. ${id}`,
  of_collection: 'subscribers',
  document: id,
})
