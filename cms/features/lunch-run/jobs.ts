import { databaseOf } from '../../platform/database/query.ts'
import { defineJob, everyMinute } from '../../platform/jobs/job.ts'
import { deleteOldNotes } from './queries/orders.ts'
import { deleteOldRuns } from './queries/runs.ts'
import { advanceDueRuns, advanceRun, stepJob } from './steps.ts'
import { tell, tellJob } from './tell.ts'

/** How long notes, which may be about somebody's health, and lunches are kept, in days. */
const keptDays = { notes: 7, runs: 365 }

export const lunchJobs = [
  defineJob({ ...stepJob, run: ({ run }, { payload }) => advanceRun(payload, run) }),
  everyMinute('lunch-run.due', advanceDueRuns),
  defineJob({ ...tellJob, run: (news, { payload }) => tell(payload, news) }),
  defineJob({
    name: 'lunch-run.forget',
    schedule: '37 4 * * *',
    run: async (_, { payload }) => {
      const db = databaseOf(payload)
      await deleteOldNotes(db, keptDays.notes)
      await deleteOldRuns(db, keptDays.runs)
    },
  }),
]
