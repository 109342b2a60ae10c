import { databaseOf } from '../database/query.ts'
import { defineJob, everyMinute } from '../jobs/job.ts'
import { checkDuePayments, refundPayment } from './checks.ts'
import { refundJob } from './job-types.ts'
import { deleteUnpaid } from './queries.ts'
import { cardProvider } from './stripe.ts'

export const paymentJobs = [
  everyMinute('payments.check', async (payload) => {
    const provider = cardProvider()
    if (provider) await checkDuePayments(payload, provider)
  }),
  defineJob({
    ...refundJob,
    run: ({ payment }, { payload }) => {
      const provider = cardProvider()
      if (!provider) throw new Error('A card payment can’t be refunded without the keys of Stripe.')
      return refundPayment(payload, provider, payment)
    },
  }),
  defineJob({
    name: 'payments.delete_unpaid',
    schedule: '43 4 * * *',
    run: (_, { payload }) => deleteUnpaid(databaseOf(payload)),
  }),
]
