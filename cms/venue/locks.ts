import { lockNames } from '../database/advisory-locks.ts'
import type { Database } from '../database/query.ts'

/** Makes other transactions that change the tap list wait until this one ends. */
export const lockTaps = (db: Database): Promise<void> => lockNames(db, ['taps'])

/** The same for the venue's record; forms take this lock too, see `collections/hooks/revisions.ts`. */
export const lockVenue = (db: Database): Promise<void> => lockNames(db, ['form venue'])
