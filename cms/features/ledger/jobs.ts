import { databaseOf } from '../../platform/database/query.ts'
import { defineJob, everyMinute } from '../../platform/jobs/job.ts'
import { checkBooks } from './check-books.ts'
import { checkJob } from './job-types.ts'
import { expireHolds } from './queries/transfers.ts'

export const ledgerJobs = [
  everyMinute('ledger.expire_holds', async (payload) => {
    while (await expireHolds(databaseOf(payload)));
  }),
  defineJob({
    name: 'ledger.check_nightly',
    schedule: '23 4 * * *',
    run: async (_, { payload }) => void (await checkBooks(payload, 'nightly')),
  }),
  defineJob({
    ...checkJob,
    run: async (_, { payload }) => void (await checkBooks(payload, 'requested')),
  }),
]
