import { errorTable } from '../../platform/http/errors.ts'

export const creditError = errorTable(
  {
    own_address: 'bad_request',
    own_send: 'conflict',
    day_amount: 'conflict',
    day_count: 'conflict',
    address_count: 'conflict',
    claimed: 'conflict',
    returned: 'conflict',
    no_cases: 'not_found',
    not_found: 'not_found',
  },
  {
    own_address: 'This is your own address.',
    own_send: 'You sent this yourself. You can take it back on your ledger.',
    day_amount: 'This is more than you can send in a day. Try a smaller amount, or tomorrow.',
    day_count: 'You’ve sent as often as you can in a day. Try again tomorrow.',
    address_count: 'So much has been sent to this address today. Try again tomorrow.',
    claimed: 'This was taken already.',
    returned: 'This has gone back to its sender.',
    no_cases: 'Entries can’t be reported here.',
    not_found: 'There is no such entry.',
  },
)
