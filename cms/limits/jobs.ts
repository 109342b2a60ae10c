import { databaseOf } from '../database/query.ts'
import { defineJob } from '../jobs/job.ts'
import { deleteExpiredCounts } from './queries.ts'

export const limitJobs = [
  defineJob({
    name: 'limits.drop_old',
    schedule: '* * * * *',
    atStart: true,
    run: (_, { payload }) => deleteExpiredCounts(databaseOf(payload)),
  }),
]
