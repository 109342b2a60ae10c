import type { PayloadRequest } from 'payload'
import { transactionOf } from '../database/query.ts'
import type { SubscriberInterests } from '../feature.ts'
import { cancelKindsTo } from '../mail/service.ts'
import { findLettersForOtherInterests } from './queries/unwanted-letters.ts'

/** Cancels queued letters to a subscriber that are for interests they no longer have. */
export async function cancelUnwantedLetters(
  req: PayloadRequest,
  { subscriber, interests }: SubscriberInterests,
): Promise<void> {
  const db = await transactionOf(req)
  const letters = await findLettersForOtherInterests(db, interests)
  await cancelKindsTo(db, subscriber, ['letter'], letters)
}
