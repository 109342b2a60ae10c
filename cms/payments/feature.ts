import type { Feature } from '../feature.ts'
import { paymentCalls } from './calls.ts'
import { paymentJobs } from './jobs.ts'
import { exportPaymentsOf } from './queries.ts'
import { findCardForm, forgetPayer } from './service.ts'
import { cardPayments } from './tables.ts'

export const payments: Feature = {
  name: 'payments',
  tables: { card_payments: cardPayments },
  calls: paymentCalls,
  cardForm: findCardForm,
  auditActions: {
    card_paid: 'booked the card payment',
    card_taken_back: 'took back, of the card payment',
    card_refund_begun: 'refunds, because its member was deleted, the card payment',
  },
  jobs: paymentJobs,
  exportPersonalData: async (db, { id }) => ({ card_payments: await exportPaymentsOf(db, id) }),
  erasePersonalData: (db, { id }) => forgetPayer(db, id),
}
