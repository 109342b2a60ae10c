import { databaseOf } from '../database/query.ts'
import type { Feature } from '../feature.ts'
import { defineJob } from '../jobs/job.ts'
import { paymentCalls } from './calls.ts'
import { deleteUnpaid, exportPaymentsOf, forgetPayer } from './queries.ts'
import { findCardForm } from './service.ts'
import { cardPayments } from './tables.ts'

export const payments: Feature = {
  name: 'payments',
  tables: { card_payments: cardPayments },
  calls: paymentCalls,
  cardForm: findCardForm,
  auditActions: {
    card_paid: 'booked the card payment',
    card_taken_back: 'took back, of the card payment',
  },
  jobs: [
    defineJob({
      name: 'payments.delete_unpaid',
      schedule: '43 4 * * *',
      run: async (_, { payload }) => {
        await deleteUnpaid(databaseOf(payload))
      },
    }),
  ],
  exportPersonalData: async (db, { id }) => ({ card_payments: await exportPaymentsOf(db, id) }),
  erasePersonalData: (db, { id }) => forgetPayer(db, id),
}
