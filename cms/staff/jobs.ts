import { databaseOf } from '../database/query.ts'
import { defineJob } from '../jobs/job.ts'
import { deleteExpiredStaffAccess } from './queries.ts'

export const staffJobs = [
  defineJob({
    name: 'staff.drop_old',
    schedule: '17 * * * *',
    atStart: true,
    run: (_, { payload }) => deleteExpiredStaffAccess(databaseOf(payload)),
  }),
]
