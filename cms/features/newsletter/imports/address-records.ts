import type { Database } from '../../../platform/database/query.ts'
import { env } from '../../../platform/runtime/env.ts'
import { findSubscribers, lockSubscribersByEmail, type Subscriber } from '../queries/subscribers.ts'
import { findSuppressions, type SuppressionReason } from '../queries/suppressions.ts'
import { addressHash } from '../subscribing/tokens.ts'

/**
 * What is stored about an address. `suppressed`: why imports may not add or ask its owner; null if they may. `hash`:
 * see `addressHash`.
 */
export type AddressRecord = {
  subscriber: Subscriber | null
  suppressed: SuppressionReason | null
  hash: string
}

/** @param options.lock locks the subscribers until the transaction ends */
export async function findAddressRecords(
  db: Database,
  emails: readonly string[],
  { lock }: { lock: boolean },
): Promise<Map<string, AddressRecord>> {
  const found = await (lock ? lockSubscribersByEmail : findSubscribers)(db, emails)
  const subscribers = new Map(found.map((each) => [each.email, each]))
  const hashes = new Map(emails.map((email) => [email, addressHash(email, env().SECRET)]))
  // The suppressions are read after the lock was taken, so that the suppression of a subscriber who was just deleted is
  // found.
  const suppressions = await findSuppressions(db, [...hashes.values()])
  return new Map(
    [...hashes].map(([email, hash]) => [
      email,
      {
        subscriber: subscribers.get(email) ?? null,
        suppressed: suppressions.get(hash) ?? null,
        hash,
      },
    ]),
  )
}
