import type { PayloadRequest } from 'payload'
import { type Database, databaseOf } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { maskedAddress } from '../../../platform/mail/address.ts'
import { env } from '../../../platform/runtime/env.ts'
import { findVenue } from '../../venue/service.ts'
import { newsletterError } from '../errors.ts'
import {
  findSubscriber,
  findSubscriberById,
  lockSubscribers,
  type Subscriber,
} from '../queries/subscribers.ts'
import { requireChangeAttempt } from '../rate-limits.ts'
import { hasSameTopics, namesOf, splitTopics, withKnownTopics } from '../rules.ts'
import { leaveToken, readLeaveToken } from './tokens.ts'
import { changeTopics } from './topics.ts'

/** Identifies a subscription: the address of a signed-in member, or the token of a leave link. */
export type SubscriptionKey = { email: string } | { token: string }

/** Which letters an active subscriber gets. */
export type EmailTopics = {
  subscriber: number
  /** Masked if a token identifies the subscription, because somebody may have forwarded the letter with the token. */
  address: string
  /** Interests and topics of the venue; empty if the subscriber gets only the letters to everybody. */
  topics: string[]
  /** The path of the page on which the subscriber can leave. */
  leave: string
}

/** @returns null if there is no active subscription */
export async function findEmailTopics(
  req: PayloadRequest,
  key: SubscriptionKey,
): Promise<EmailTopics | null> {
  const subscriber = await find(databaseOf(req.payload), key)
  if (subscriber?.state !== 'active') return null
  const { id, email } = subscriber
  const { topics } = await findVenue(req.payload)
  const token = 'token' in key ? key.token : leaveToken({ subscriber: id, mail: 0 }, env().SECRET)
  return {
    subscriber: id,
    address: 'token' in key ? maskedAddress(email) : email,
    topics: namesOf(withKnownTopics(subscriber, topics)),
    leave: `/unsubscribe/${token}`,
  }
}

/**
 * Replaces the topics of an active subscription, and stores the change as a consent.
 * @param topics interests and topics of the venue; may be empty
 * @returns whether there is an active subscription
 * @throws HttpError `bad_request` with the field `topics` for an unknown name, `too_many_requests`
 */
export async function saveEmailTopics(
  req: PayloadRequest,
  key: SubscriptionKey,
  topics: string[],
): Promise<boolean> {
  const chosen = splitTopics(topics, (await findVenue(req.payload)).topics)
  if (!chosen) throw newsletterError('unknown_topic', { field: 'topics' })
  return inTransaction(req, async (db) => {
    const found = await find(db, key)
    const [subscriber] = found ? await lockSubscribers(db, [found.id]) : []
    // The address may have changed before the subscriber was locked.
    if (subscriber?.state !== 'active' || subscriber.email !== found?.email) return false
    if (hasSameTopics(subscriber, chosen)) return true
    const { id } = subscriber
    const isByLink = 'token' in key
    await requireChangeAttempt(db, id, isByLink ? 'link' : 'profile')
    await changeTopics(req, id, { ...chosen, how: isByLink ? 'link in a mail' : 'notifications' })
    return true
  })
}

async function find(db: Database, key: SubscriptionKey): Promise<Subscriber | null> {
  if ('email' in key) return findSubscriber(db, key.email)
  const link = readLeaveToken(key.token, env().SECRET)
  return link && findSubscriberById(db, link.subscriber)
}
