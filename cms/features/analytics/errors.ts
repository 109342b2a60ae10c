import { errorTable } from '../../platform/http/errors.ts'

/** The errors of the tracker's requests. */
export const analyticsError = errorTable(
  {
    invalid_input: 'bad_request',
    forbidden: 'forbidden',
    unavailable: 'unavailable',
    server: 'server',
  },
  {
    invalid_input: 'This is nothing that can be counted.',
    forbidden: 'This session belongs to another browser.',
    unavailable: 'Too much waits to be counted. Please try again shortly.',
    server: 'Something went wrong. Please try again.',
  },
)
