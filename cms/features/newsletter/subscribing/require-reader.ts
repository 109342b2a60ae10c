import type { Database } from '../../../platform/database/query.ts'
import { newsletterError } from '../errors.ts'
import { lockActiveSubscribers } from '../queries/subscribers.ts'

/**
 * Requires that the subscriber of a mail is active, and locks the subscriber until the transaction ends.
 * A mail without a subscriber is accepted.
 * @throws HttpError `conflict`
 */
export async function requireReader(
  db: Database,
  { subscriber }: { subscriber: number | null },
): Promise<void> {
  if (subscriber === null || (await lockActiveSubscribers(db, [subscriber])).length) return
  throw newsletterError('no_reader')
}
