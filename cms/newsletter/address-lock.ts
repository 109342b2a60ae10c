import { lockNames } from '../database/advisory-locks.ts'
import type { Database } from '../database/query.ts'

/**
 * Locks addresses until the transaction ends, known or not: one sign-up, import, confirmation or
 * deletion of an address at a time. Locks are taken in the order address, subscriber, mail.
 */
export const lockAddresses = (db: Database, emails: readonly string[]): Promise<void> =>
  lockNames(
    db,
    emails.map((email) => `subscriber ${email}`),
  )
