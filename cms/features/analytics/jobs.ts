import { createLocalReq } from 'payload'
import { defineJob } from '../../platform/jobs/job.ts'
import { classifySessions } from './bots/classify.ts'
import { deleteOldAnalytics } from './retention/delete-old.ts'

/** Jobs that delete old data and mark the visits of bots. */
export const maintenanceJobs = [
  defineJob({
    name: 'analytics.retain',
    // Runs when the salt of yesterday is no longer needed.
    schedule: '7 3 * * *',
    atStart: true,
    run: async (_, { payload }) => deleteOldAnalytics(await createLocalReq({}, payload)),
  }),
  defineJob({
    name: 'analytics.classify',
    schedule: '*/10 * * * *',
    run: async (_, { payload, signal }) =>
      classifySessions(await createLocalReq({}, payload), signal),
  }),
]
