import { databaseOf } from '../../platform/database/query.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { deleteOldHealth } from './queries/place.ts'

export const bookingJobs = [
  defineJob({
    name: 'bookings.forget',
    schedule: '23 * * * *',
    run: async (_, { payload }) => {
      await deleteOldHealth(databaseOf(payload))
    },
  }),
]
