import type { PayloadRequest } from 'payload'
import { type Database, transactionOf } from '../../../platform/database/query.ts'
import { deleteMailsTo, readdressMailsTo } from '../../../platform/mail/service.ts'
import { insertConsents } from '../queries/consents.ts'
import { deleteRequests } from '../queries/requests.ts'
import {
  changeDetails,
  changeEmail,
  type DetailColumns,
  deleteSubscriberRows,
  findSubscriber,
  lockSubscribersByEmail,
  type Subscriber,
  writeInterests,
  writeOwnTopics,
} from '../queries/subscribers.ts'
import { requireChangeAttempt } from '../rate-limits.ts'
import { type Interest, type LettersMoved, namesOf } from '../rules.ts'
import { lockAddresses } from './address-lock.ts'
import { leave } from './leaving.ts'
import { changeTopics } from './topics.ts'

export type SubscriberDetails = DetailColumns & { interests: Interest[] }

/** The subscription of an address in any state; null if there is none. */
export async function findSubscription(
  db: Database,
  email: string,
): Promise<Pick<Subscriber, 'id' | 'state' | 'interests'> | null> {
  const found = await findSubscriber(db, email)
  return found && { id: found.id, state: found.state, interests: found.interests }
}

/** The details of an active subscriber; null if there is none. */
export async function findDetails(db: Database, email: string): Promise<SubscriberDetails | null> {
  const subscriber = await findSubscriber(db, email)
  if (subscriber?.state !== 'active') return null
  const { name, phone, birthday, interests } = subscriber
  return {
    name,
    phone,
    birthday_day: birthday?.day ?? null,
    birthday_month: birthday?.month ?? null,
    interests,
  }
}

/**
 * Applies the changes of a member's profile to their subscription, if it is active. Interests decide
 * which letters somebody gets, so a change of interests is stored as a consent.
 * @throws HttpError `too_many_requests`
 */
export async function changeSubscription(
  req: PayloadRequest,
  email: string,
  {
    interests,
    ...details
  }: { [Field in keyof SubscriberDetails]?: SubscriberDetails[Field] | undefined },
): Promise<void> {
  const db = await transactionOf(req)
  const [subscriber] = await lockSubscribersByEmail(db, [email])
  if (subscriber?.state !== 'active') return
  const { id, ownTopics } = subscriber
  await changeDetails(db, id, details)
  // Choosing no interest does not end the subscription: what goes to everybody still comes.
  if (!interests || interests.join() === subscriber.interests.join()) return
  await requireChangeAttempt(db, id, 'profile')
  await changeTopics(req, id, { interests, ownTopics, how: 'profile' })
}

/**
 * Moves a subscription to a member's new address. If the new address already has a subscription (other than a pending
 * one), or has ended one, the consents of the new address take precedence, and the old subscription ends. Details of a
 * subscription that does not move are deleted, because it no longer belongs to the member.
 */
export async function moveSubscription(
  db: Database,
  from: string,
  to: string,
): Promise<LettersMoved> {
  await lockAddresses(db, [from, to])
  const locked = await lockSubscribersByEmail(db, [from, to])
  const subscriber = locked.find(({ email }) => email === from)
  const existing = locked.find(({ email }) => email === to)
  if (!subscriber) return 'none'
  const { id } = subscriber
  const isActive = subscriber.state === 'active'
  if (!isActive || (existing && existing.state !== 'pending')) {
    if (isActive) await leave(db, subscriber, { how: 'new address' })
    await changeDetails(db, id, noDetails)
    await writeInterests(db, [{ id, interests: [] }])
    await writeOwnTopics(db, id, [])
    if (!isActive) return 'none'
    return existing?.state === 'active' ? 'joined' : 'ended'
  }
  if (existing) {
    await deleteMailsTo(db, [existing.id])
    await deleteRequests(db, [to])
    await deleteSubscriberRows(db, [existing.id])
  }
  await changeEmail(db, id, to)
  await readdressMailsTo(db, id, to)
  const interests = namesOf(subscriber)
  await insertConsents(db, { subscriber: id, kind: 'changed', how: 'new address', interests })
  return 'followed'
}

const noDetails = { name: null, phone: null, birthday_day: null, birthday_month: null }

/** Deletes the subscriber of an address. A hash of the address is kept, see `eraseSubscriber`. */
export async function deleteSubscription(req: PayloadRequest, email: string): Promise<void> {
  const subscriber = await findSubscriber(await transactionOf(req), email)
  if (!subscriber) return
  await req.payload.delete({ collection: 'subscribers', id: subscriber.id, req })
}
