import { adminView } from '../../platform/admin/view.ts'
import type { Feature } from '../../platform/feature.ts'
import { cardForms } from '../credit/ports.ts'
import { paymentCalls } from './calls.ts'
import { paymentJobs } from './jobs.ts'
import { cardMailKinds } from './mails.ts'
import { exportPaymentsOf } from './queries/payments.ts'
import { countFailedRefunds } from './queries/refunds.ts'
import { findCardForm, forgetPayer } from './service.ts'
import { cardPayments, cardRefunds } from './tables.ts'

export const payments: Feature = {
  name: 'payments',
  tables: { card_payments: cardPayments, card_refunds: cardRefunds },
  calls: paymentCalls,
  provides: [cardForms.with(findCardForm)],
  auditActions: {
    card_paid: 'booked the card payment',
    card_taken_back: 'took back, of the card payment',
    card_refund_begun: 'refunds the card payment {}, because its member was deleted',
    card_refund_requested: 'pays back, of the card payment',
    card_refund_closed: 'looked after a failed refund of the card payment',
  },
  mailKinds: cardMailKinds,
  gauges: [
    {
      name: 'card_refunds_failed',
      help: 'Refunds of card payments that failed, and that nobody has looked after',
      read: countFailedRefunds,
    },
  ],
  adminViews: {
    cardPayments: adminView(
      '/card-payments',
      'Card payments',
      'features/payments/admin/CardPaymentsView#CardPaymentsView',
    ),
  },
  jobs: paymentJobs,
  exportPersonalData: async (db, owner) => ({ card_payments: await exportPaymentsOf(db, owner) }),
  erasePersonalData: forgetPayer,
}
