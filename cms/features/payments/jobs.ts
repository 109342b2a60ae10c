import { databaseOf } from '../../platform/database/query.ts'
import { defineJob, everyMinute } from '../../platform/jobs/job.ts'
import { closeOverdueCheckouts } from './checkouts/end.ts'
import { checkDuePayments, refundPayment } from './checks.ts'
import { refundJob, sendRefundJob } from './job-types.ts'
import { deleteUnpaid, removeOldGuests } from './queries/payments.ts'
import { sendRefund } from './refunds/send.ts'
import { cardProvider, requireCardProvider } from './stripe.ts'

export const paymentJobs = [
  everyMinute('payments.check', async (payload) => {
    const provider = cardProvider()
    if (provider) await checkDuePayments(payload, provider)
    await closeOverdueCheckouts(payload)
  }),
  defineJob({
    ...sendRefundJob,
    run: ({ refund }, { payload }) => sendRefund(payload, requireCardProvider(), refund),
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
    run: async (_, { payload }) => {
      await deleteUnpaid(databaseOf(payload))
      await removeOldGuests(databaseOf(payload))
    },
  }),
]
