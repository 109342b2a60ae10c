import { databaseOf } from '../../platform/database/query.ts'
import { defineJob, everyMinute } from '../../platform/jobs/job.ts'
import { namesDays } from '../reservations/rules.ts'
import { bellJob, drawnJob, stepJob } from './job-types.ts'
import { push, pushJob } from './pushes.ts'
import { deleteOldBells } from './queries/bells.ts'
import { forgetOld } from './queries/claims.ts'
import { advanceAllDue, advanceDrop } from './steps.ts'
import { tellBells, tellDrawn } from './tell.ts'

export const dropJobs = [
  defineJob({ ...stepJob, run: ({ drop }, { payload }) => advanceDrop(payload, drop) }),
  everyMinute('secret-kitchens.due', advanceAllDue),
  defineJob({ ...drawnJob, run: ({ drop }, { payload }) => tellDrawn(payload, drop) }),
  defineJob({ ...bellJob, run: (data, { payload }) => tellBells(payload, data) }),
  defineJob({ ...pushJob, run: (data, { payload, signal }) => push(payload, data, signal) }),
  defineJob({
    name: 'secret-kitchens.forget',
    schedule: '53 4 * * *',
    run: async (_, { payload }) => {
      const db = databaseOf(payload)
      await deleteOldBells(db)
      await forgetOld(db, namesDays)
    },
  }),
]
