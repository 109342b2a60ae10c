import { errorTable, HttpError } from '../http/errors.ts'

export const paymentError = errorTable(
  {
    no_card_payments: 'not_found',
    key_reused: 'conflict',
    too_often: 'too_many_requests',
    service_unavailable: 'unavailable',
    service_refused: 'unavailable',
    changing: 'unavailable',
    not_signed: 'unauthorized',
    wrong_amount: 'conflict',
  },
  {
    no_card_payments: 'Payments by card are not switched on here.',
    key_reused: 'This was requested before with another amount. Load the page again.',
    too_often: 'You have begun many payments. Please wait a while.',
    service_unavailable:
      'The payment service can’t be reached. You have not paid. Please try again.',
    service_refused:
      'Payments by card don’t work just now. You have not paid. Please top up at the bar.',
    changing: 'The payment is changing just now. Please try again.',
    not_signed: 'This call is not signed, or was signed too long ago.',
    wrong_amount: 'The payment differs from what was begun.',
  },
)

/** Whether the payment service could not be reached, or failed. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof HttpError && error.reason === 'service_unavailable'
