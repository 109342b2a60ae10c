import { databaseOf } from '../../platform/database/query.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { encodeJob, encodeWaiting, endOldUploads } from './encode.ts'
import { forgetOldRemoved } from './queries/moderation.ts'

export const momentJobs = [
  defineJob({
    ...encodeJob,
    // Each minute, because an upload whose process died is taken up once its claim has expired.
    schedule: '* * * * *',
    atStart: true,
    run: async (_, { payload, signal }) => {
      await endOldUploads(payload)
      await encodeWaiting(payload, signal)
    },
  }),
  defineJob({
    name: 'moments.forget',
    schedule: '53 4 * * *',
    run: (_, { payload }) => forgetOldRemoved(databaseOf(payload)),
  }),
]
