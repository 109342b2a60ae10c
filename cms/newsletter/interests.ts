import type { PayloadRequest } from 'payload'
import { transactionOf } from '../database/query.ts'
import { featuresOf } from '../feature.ts'
import { insertConsents } from './queries/consents.ts'
import { writeInterests } from './queries/subscribers.ts'
import type { Interest } from './rules.ts'

/**
 * Changes the interests of a locked subscriber and stores this as a consent.
 * @param options.interests at least one
 */
export async function changeInterests(
  req: PayloadRequest,
  { subscriber, interests, how }: { subscriber: number; interests: Interest[]; how: string },
): Promise<void> {
  const db = await transactionOf(req)
  await writeInterests(db, [{ id: subscriber, interests }])
  await insertConsents(db, { subscriber, kind: 'changed', how, interests })
  for (const { onInterestsChanged } of featuresOf(req.payload)) {
    await onInterestsChanged?.(req, { subscriber, interests })
  }
}
