import type { PayloadRequest } from 'payload'
import { transactionOf } from '../../../platform/database/query.ts'
import { cancelMailsOfKindsTo } from '../../../platform/mail/service.ts'
import type { SubscriberTopics } from '../../newsletter/ports.ts'
import { findLettersForOtherTopics } from '../queries/unwanted-letters.ts'

/** Cancels a subscriber's queued mails of letters that are only for topics which the subscriber no longer has. */
export async function cancelUnwantedLetters(
  req: PayloadRequest,
  { subscriber, ...topics }: SubscriberTopics,
): Promise<void> {
  const db = await transactionOf(req)
  const letters = await findLettersForOtherTopics(db, topics)
  await cancelMailsOfKindsTo(db, subscriber, ['letter'], letters)
}
