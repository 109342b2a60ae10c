import { lockNames } from '../../platform/database/advisory-locks.ts'
import type { Database } from '../../platform/database/query.ts'

/** Locks the tap list: other transactions that change it wait until the transaction ends. */
export const lockTaps = (db: Database): Promise<void> => lockNames(db, ['taps'])

/** Locks the venue's record. Forms take this lock too, see `cms/platform/payload/hooks/revisions.ts`. */
export const lockVenue = (db: Database): Promise<void> => lockNames(db, ['form venue'])
