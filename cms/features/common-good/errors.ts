import { errorTable, HttpError } from '../../platform/http/errors.ts'

export const commonGoodError = errorTable(
  {
    future_day: 'bad_request',
    not_enough: 'conflict',
    booked_elsewhere: 'conflict',
    not_found: 'not_found',
    no_cause: 'not_found',
    paid_out_cause: 'conflict',
    no_receipt: 'bad_request',
    key_reused: 'conflict',
    no_payout: 'not_found',
    own_payout: 'forbidden',
    refused_payout: 'conflict',
    paid_payout: 'conflict',
    unpaid_payout: 'conflict',
    reversal_exists: 'conflict',
    no_reversal: 'not_found',
    own_reversal: 'forbidden',
    refused_reversal: 'conflict',
    done_reversal: 'conflict',
    no_request: 'not_found',
    own_request: 'forbidden',
    changed_account: 'forbidden',
    changed_requester: 'forbidden',
    refused_request: 'conflict',
    done_request: 'conflict',
    request_exists: 'conflict',
    no_contribution: 'forbidden',
    has_message: 'conflict',
    no_message: 'not_found',
    too_often: 'too_many_requests',
  },
  {
    future_day: 'Write a date that is not in the future.',
    not_enough: 'There is less than this.',
    booked_elsewhere: 'This was not booked here, so it can’t be reversed here.',
    not_found: 'There is no such movement.',
    no_cause: 'There is no such cause.',
    paid_out_cause: 'This cause is paid out. Set its state back before you give it more.',
    no_receipt: 'Choose a photo of the receipt.',
    key_reused: 'This was requested before with other contents. Load the page again.',
    no_payout: 'There is no such payout.',
    own_payout: 'You asked for this payout, so somebody else has to approve it.',
    refused_payout: 'This payout was refused.',
    paid_payout: 'This payout was approved, so it can’t be refused.',
    unpaid_payout: 'This payout was not approved, so there is nothing to take back.',
    reversal_exists: 'Somebody asked for this already, or it was taken back. Load the page again.',
    no_reversal: 'There is no such request.',
    own_reversal: 'You asked for this, so somebody else has to approve it.',
    refused_reversal: 'This was refused.',
    done_reversal: 'This payout was taken back, so it can’t be refused.',
    no_request: 'There is no such request.',
    own_request: 'You asked for this, so somebody else has to approve it.',
    changed_account:
      'Your account was created or got another address or password in the last 24 hours, and somebody else may know it. Until 24 hours have passed, another person has to approve this.',
    changed_requester:
      'The account that asked for this was created or got another address or password in the last 24 hours, and somebody else may know it. Approve it once 24 hours have passed, or let another person ask for it.',
    refused_request: 'This was refused.',
    done_request: 'This was approved, so it can’t be refused.',
    request_exists: 'Somebody asked for this already. It waits for a second person.',
    no_contribution: 'A message goes with something you gave: a gift, or what you rounded up.',
    has_message: 'You have already written a message about what you gave.',
    no_message: 'There is no such message.',
    too_often: 'That was often. Please try again later.',
  },
)

/** Replaces the ledger's error `insufficient_funds` by `not_enough`. */
export const translateInsufficientFunds = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error) => {
    throw error instanceof HttpError && error.reason === 'insufficient_funds'
      ? commonGoodError('not_enough', { cause: error })
      : error
  })
