import { lockNames } from '../../../platform/database/advisory-locks.ts'
import type { Database } from '../../../platform/database/query.ts'

/**
 * Locks addresses until the transaction ends, whether or not they belong to subscribers. Sign-ups, imports,
 * confirmations and deletions of one address therefore run one at a time. Lock order: address, subscriber, mail.
 */
export const lockAddresses = (db: Database, emails: readonly string[]): Promise<void> =>
  lockNames(
    db,
    emails.map((email) => `subscriber ${email}`),
  )
