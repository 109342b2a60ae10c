import { defineJob } from '../../../platform/jobs/job.ts'
import { rollUpJob } from './job-types.ts'
import { rollUp } from './roll-up.ts'

// A run ends after some minutes, so that it does not delay other jobs.
const maxRunMs = 4 * 60_000

export const rollupJobs = [
  defineJob({
    ...rollUpJob,
    schedule: '*/10 * * * *',
    atStart: true,
    run: async (_, { payload, signal }) => {
      const begin = performance.now()
      await rollUp(payload, {
        shouldStop: () => signal.aborted || performance.now() - begin > maxRunMs,
      })
    },
  }),
]
