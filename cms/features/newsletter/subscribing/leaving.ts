import type { PayloadRequest } from 'payload'
import type { Database } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import {
  cancelMailsOfKindsTo,
  cancelMailsTo,
  findLetterOf,
  queueMail,
} from '../../../platform/mail/service.ts'
import { env } from '../../../platform/runtime/env.ts'
import { findVenue } from '../../venue/service.ts'
import type { LeaveAction, ReaderPage } from '../contract.ts'
import { newsletterError } from '../errors.ts'
import { leaveLinkMailMaker } from '../mails/mails.ts'
import { insertConsents } from '../queries/consents.ts'
import {
  findSubscriber,
  lockSubscribers,
  pauseSubscriber,
  resubscribe,
  resumeSubscriber,
  type Subscriber,
  unsubscribe,
} from '../queries/subscribers.ts'
import { requireChangeAttempt, requireMailAttempt } from '../rate-limits.ts'
import { canUndo, letterKinds, namesOf, pauseMs, splitTopics, withKnownTopics } from '../rules.ts'
import { leaveToken, readLeaveToken } from './tokens.ts'
import { changeTopics } from './topics.ts'

/** The action that was carried out; `unchanged` if nothing had to be changed. */
type LeaveResult = LeaveAction | 'unchanged'

/**
 * Carries out what a subscriber, or their mail program, requests with a leave link. Idempotent.
 * @param options.chosen the remaining topics, for the action `interests`. With an empty list, only letters to everybody come,
 *   as on `/notifications`.
 * @param options.how stored with the consent
 * @returns null if the token is not valid
 * @throws HttpError `bad_request` for an unknown topic, `too_many_requests`; leaving is not limited
 */
export async function changeByLink(
  req: PayloadRequest,
  token: string,
  action: LeaveAction,
  { chosen, how }: { chosen: readonly string[]; how: string },
): Promise<LeaveResult | null> {
  const link = readLeaveToken(token, env().SECRET)
  if (!link) return null
  const venue = await findVenue(req.payload)
  const topics = splitTopics(chosen, venue.topics)
  if (!topics) throw newsletterError('unknown_topic')
  return inTransaction(req, async (db) => {
    const [subscriber] = await lockSubscribers(db, [link.subscriber])
    if (!subscriber || subscriber.state === 'pending') return null
    const { id, state } = subscriber
    const leaves = action === 'leave'
    if (!leaves) await requireChangeAttempt(db, id, 'link')
    if (action === 'undo') return undo(db, subscriber, how)
    if (state !== 'active') return 'unchanged'
    if (leaves) return leave(db, subscriber, { how, mail: link.mail })
    if (action === 'pause') return pause(db, id)
    if (action === 'resume') {
      await resumeSubscriber(db, id)
      return 'resume'
    }
    const hadTopics = namesOf(withKnownTopics(subscriber, venue.topics)).length > 0
    // A subscriber without topics has sent the form without choosing any.
    if (!chosen.length && !hadTopics) return 'unchanged'
    await changeTopics(req, id, { ...topics, how })
    return 'interests'
  })
}

/** Ends the subscription of a locked subscriber. @param options.mail the mail whose link was used; 0 if unknown */
export async function leave(
  db: Database,
  { id, ...topics }: Pick<Subscriber, 'id' | 'interests' | 'ownTopics'>,
  { how, mail = 0 }: { how: string; mail?: number },
): Promise<'leave'> {
  await unsubscribe(db, id)
  await cancelMailsTo(db, id)
  const interests = namesOf(topics)
  const letter = mail ? await findLetterOf(db, mail, id) : null
  await insertConsents(db, { subscriber: id, kind: 'withdrawn', how, interests, letter })
  return 'leave'
}

async function undo(db: Database, subscriber: Subscriber, how: string): Promise<LeaveResult> {
  if (!canUndo(subscriber, new Date())) return 'unchanged'
  const { id } = subscriber
  const interests = namesOf(subscriber)
  await resubscribe(db, id)
  await insertConsents(db, { subscriber: id, kind: 'restored', how, interests })
  return 'undo'
}

async function pause(db: Database, id: number): Promise<'pause'> {
  await pauseSubscriber(db, id, pauseMs)
  await cancelMailsOfKindsTo(db, id, letterKinds)
  return 'pause'
}

/**
 * Sends a mail with links to `/unsubscribe` and `/notifications`, the requested page first, if the address has an
 * active subscription. The result does not reveal whether it has one.
 * @throws HttpError `too_many_requests`
 */
export async function sendLeaveLink(
  req: PayloadRequest,
  { email, page }: { email: string; page: ReaderPage },
): Promise<void> {
  const mails = await leaveLinkMailMaker(req.payload, page)
  await inTransaction(req, async (db) => {
    await requireMailAttempt(db, email)
    const subscriber = await findSubscriber(db, email)
    if (subscriber?.state !== 'active') return
    const { id } = subscriber
    const token = leaveToken({ subscriber: id, mail: 0 }, env().SECRET)
    await queueMail(req, { ...mails(subscriber, token), key: `leave link ${id} ${Date.now()}` })
  })
}
