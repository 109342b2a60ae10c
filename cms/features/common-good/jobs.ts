import { databaseOf } from '../../platform/database/query.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { deleteHidden } from './queries/messages.ts'
import { hiddenMessageRetentionDays } from './rules.ts'

export const commonGoodJobs = [
  defineJob({
    name: 'common_good.tidy',
    schedule: '25 4 * * *',
    atStart: true,
    run: (_, { payload }) => deleteHidden(databaseOf(payload), hiddenMessageRetentionDays),
  }),
]
