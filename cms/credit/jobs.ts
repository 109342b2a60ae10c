import { databaseOf } from '../database/query.ts'
import { defineJob, everyMinute } from '../jobs/job.ts'
import { forgetOldAddresses } from './queries.ts'
import { returnDueSends } from './sends.ts'

export const creditJobs = [
  everyMinute('credit.return_sends', returnDueSends),
  defineJob({
    name: 'credit.forget_addresses',
    schedule: '41 4 * * *',
    run: (_, { payload }) => forgetOldAddresses(databaseOf(payload)),
  }),
]
