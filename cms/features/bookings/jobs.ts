import { databaseOf } from '../../platform/database/query.ts'
import { defineJob, everyMinute } from '../../platform/jobs/job.ts'
import { checkInUnmarked } from './evening/unmarked.ts'
import { remind } from './notices.ts'
import { push, pushJob } from './pushes.ts'
import { forgetNoShows } from './queries/no-shows.ts'
import { deleteOldHealth, deleteOldHolds, forgetOldGuests } from './queries/place.ts'
import { forgetEntered } from './queries/sheet.ts'
import { offerJob, tableKind } from './reservations/kind.ts'
import { offerTables } from './waitlist.ts'

export const bookingJobs = [
  everyMinute(offerJob.name, offerTables),
  everyMinute('bookings.remind', remind),
  defineJob({
    ...pushJob,
    run: (data, { payload, signal }) => push(payload, data, { signal, find: tableKind.find }),
  }),
  defineJob({
    name: 'bookings.unmarked',
    schedule: '41 * * * *',
    run: (_, { payload }) => checkInUnmarked(payload),
  }),
  defineJob({
    name: 'bookings.forget',
    schedule: '23 * * * *',
    run: async (_, { payload }) => {
      const db = databaseOf(payload)
      await deleteOldHealth(db)
      await deleteOldHolds(db)
      await forgetOldGuests(db)
      await forgetEntered(db)
      await forgetNoShows(db)
    },
  }),
]
