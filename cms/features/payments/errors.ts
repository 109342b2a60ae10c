import { errorsOf, HttpError } from '../../platform/http/errors.ts'

export const paymentError = errorsOf({
  no_card_payments: ['not_found', 'Payments by card are not switched on here.'],
  key_reused: ['conflict', 'This was requested before with another amount. Load the page again.'],
  too_often: ['too_many_requests', 'You have begun many payments. Please wait a while.'],
  service_unavailable: [
    'unavailable',
    'The payment service can’t be reached. You have not paid. Please try again.',
  ],
  service_refused: [
    'unavailable',
    'Payments by card don’t work just now. You have not paid. Please pay at the bar.',
  ],
  changing: ['unavailable', 'The payment is changing just now. Please try again.'],
  not_signed: ['unauthorized', 'This call is not signed, or was signed too long ago.'],
  wrong_amount: ['conflict', 'The payment differs from what was begun.'],
  // Checkouts of guests.
  nothing_to_pay: ['not_found', 'There is nothing to pay here. The link may be old.'],
  checkout_ended: [
    'conflict',
    'The time to pay is over, or you began again in another window. You have not paid. Load the page again.',
  ],
  // Refunds.
  no_payment: ['not_found', 'There is no such card payment.'],
  not_paid: ['conflict', 'This was not paid, so nothing can be paid back.'],
  refund_too_large: [
    'conflict',
    'More than that is not left of this payment. Load the page again.',
  ],
  refund_key_reused: [
    'conflict',
    'Another refund was requested with this form. Load the page again.',
  ],
  no_failed_refund: [
    'conflict',
    'Somebody has looked after this refund already. Load the page again.',
  ],
})

/** Whether the payment service could not be reached, or failed. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof HttpError && error.reason === 'service_unavailable'
