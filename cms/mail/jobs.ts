import { defineJob } from '../jobs/job.ts'
import { tidyMails } from './queries/retention.ts'

export const mailJobs = [
  defineJob({
    name: 'mail.tidy',
    schedule: '* * * * *',
    atStart: true,
    run: (_, { payload }) => tidyMails(payload),
  }),
]
