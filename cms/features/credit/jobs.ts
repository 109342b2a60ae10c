import { databaseOf } from '../../platform/database/query.ts'
import { defineJob, everyMinute } from '../../platform/jobs/job.ts'
import { tellJob, tellNews } from './news/tell.ts'
import { forgetOldAddresses } from './queries.ts'
import { returnDueSends } from './sends.ts'

export const creditJobs = [
  defineJob({ ...tellJob, run: (_, { payload, signal }) => tellNews(payload, signal) }),
  everyMinute('credit.return_sends', returnDueSends),
  defineJob({
    name: 'credit.forget_addresses',
    schedule: '41 4 * * *',
    run: (_, { payload }) => forgetOldAddresses(databaseOf(payload)),
  }),
]
