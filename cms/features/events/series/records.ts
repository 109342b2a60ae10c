import type { PayloadRequest } from 'payload'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { deleteDates, lockDatesOf } from '../queries/records.ts'
import { cancelDate } from '../service.ts'
import { isOver } from './stored-date.ts'
import { announceDateTags } from './sync.ts'

export { countGuestsToCome, hasReservations } from '../queries/records.ts'
/** The functions of this feature that the collection’s hooks use. */
export { findFreeSlug, maxSlugLength } from './free-slug.ts'
export { scheduleProblems, startsWithDate } from './recurrence.ts'
export { secretSlug } from './secret-slug.ts'
export { recordOf, type StoredRecord, syncDatesOfRecord, timeZoneOf } from './sync.ts'

/** Deletes the dates of a deleted record. Dates with reservations are kept, and cancelled if they are not over. */
export const removeDates = (req: PayloadRequest, event: number): Promise<void> =>
  inTransaction(req, async (db) => {
    const dates = await lockDatesOf(db, event)
    const ids = dates.map(({ id }) => id)
    await deleteDates(db, ids)
    for (const date of dates) {
      const isCancellable = date.status === 'published' || date.status === 'postponed'
      if (!date.hasReservations || !isCancellable || isOver(date, new Date())) continue
      await cancelDate(req, { date: date.id })
    }
    await announceDateTags(req, ids)
  })
