import type { PayloadRequest } from 'payload'
import { transactionOf } from '../database/query.ts'
import { deleteDates, findDatesOf } from './queries/records.ts'
import { announceDates } from './sync.ts'

/** What the collection’s hooks need of this feature. */
export { freeSlug } from './free-slug.ts'
export { countGuestsToCome as guestsToCome, hasReservations } from './queries/records.ts'
export { scheduleProblems } from './recurrence.ts'
export { recordOf, type StoredRecord, syncRecord, timeZoneOf } from './sync.ts'

/** Deletes the dates of a record that is gone, except those with reservations. */
export async function removeDates(req: PayloadRequest, event: number): Promise<void> {
  const db = await transactionOf(req)
  const ids = (await findDatesOf(db, event)).map(({ id }) => id)
  await deleteDates(db, ids)
  await announceDates(req, ids)
}
