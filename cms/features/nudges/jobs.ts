import { databaseOf } from '../../platform/database/query.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { deleteOldDeliveries } from './queries/deliveries.ts'
import { deleteGoneDevices } from './queries/devices.ts'
import { deleteOldViews } from './queries/views.ts'

export const nudgeJobs = [
  defineJob({
    name: 'nudges.tidy',
    schedule: '41 4 * * *',
    run: async (_, { payload }) => {
      const db = databaseOf(payload)
      await deleteOldDeliveries(db)
      await deleteOldViews(db)
      await deleteGoneDevices(db)
    },
  }),
]
