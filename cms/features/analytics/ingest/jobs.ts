import { createLocalReq } from 'payload'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { defineJob } from '../../../platform/jobs/job.ts'
import { findVenue } from '../../venue/service.ts'
import { ensureMonths } from '../queries/partitions.ts'
import { monthOf, monthsFrom, sessionDays } from './days.ts'

/** The number of months for which partitions are created: this month and the next two. */
const monthCount = 3

export const ingestJobs = [
  defineJob({
    name: 'analytics.partitions',
    schedule: '23 2 * * *',
    atStart: true,
    run: async (_, { payload }) => {
      const { timeZone } = await findVenue(payload)
      const { today } = sessionDays(Date.now(), timeZone)
      const req = await createLocalReq({}, payload)
      await inTransaction(req, (db) => ensureMonths(db, monthsFrom(monthOf(today), monthCount)))
    },
  }),
]
