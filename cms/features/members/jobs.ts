import { defineJob } from '../../platform/jobs/job.ts'
import { deleteDueMembers } from './profile/deletion.ts'
import { tidyMembership } from './retention.ts'

export const memberJobs = [
  defineJob({
    name: 'members.tidy',
    schedule: '* * * * *',
    atStart: true,
    run: (_, { payload }) => tidyMembership(payload),
  }),
  defineJob({
    name: 'members.delete_due',
    schedule: '* * * * *',
    atStart: true,
    run: (_, { payload }) => deleteDueMembers(payload),
  }),
]
