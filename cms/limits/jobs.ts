import { defineJob } from '../jobs/job.ts'
import { dropOldTries } from './service.ts'

export const limitJobs = [
  defineJob({
    name: 'limits.drop_old',
    schedule: '* * * * *',
    atStart: true,
    run: (_, { payload }) => dropOldTries(payload),
  }),
]
