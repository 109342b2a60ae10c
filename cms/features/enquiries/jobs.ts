import { createLocalReq } from 'payload'
import { inTransaction } from '../../platform/database/transaction.ts'
import { defineJob, everyMinute } from '../../platform/jobs/job.ts'
import { endQuotes, settleOver } from './expire.ts'
import { deleteUnconfirmed, erasePersonal, listForgettable } from './queries/personal-data.ts'

export const enquiryJobs = [
  everyMinute('enquiries.end_quotes', endQuotes),
  defineJob({
    name: 'enquiries.settle',
    schedule: '17 * * * *',
    run: (_, { payload }) => settleOver(payload),
  }),
  defineJob({
    name: 'enquiries.forget',
    schedule: '50 3 * * *',
    run: async (_, { payload }) => {
      const req = await createLocalReq({}, payload)
      await inTransaction(req, async (db) => {
        await erasePersonal(db, await listForgettable(db))
        await deleteUnconfirmed(db)
      })
    },
  }),
]
