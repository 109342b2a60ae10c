import { errorsByName } from '../../platform/http/errors.ts'

export const newsletterError = errorsByName({
  consent_reworded: [
    'conflict',
    'What you agree to was worded anew. Please load the page again and read it.',
  ],
  too_often: ['too_many_requests', 'That was often enough for now. Please try again later.'],
  work_required: [
    'too_many_requests',
    'Very many people are signing up. Your browser has to do a little work first, which takes JavaScript.',
  ],
  is_subscriber: ['conflict', 'They get letters already.'],
  subscriber_gone: ['not_found', 'There is no such subscriber any more.'],
  subscriber_changed: ['conflict', 'This subscriber has changed meanwhile. Load the page again.'],
  same_address: ['bad_request', 'That is the address they have already.'],
  address_taken: ['conflict', 'Another subscriber has that address.'],
  no_reader: ['conflict', 'Whom this was for wants no letters any more.'],
  no_import: ['not_found', 'There is no such import.'],
  import_gone: ['not_found', 'There is no such import any more.'],
  import_not_ready: ['conflict', 'This import can’t be begun, or was begun already.'],
  other_columns: ['bad_request', 'The file has other columns. Load the page again.'],
  unknown_column: ['bad_request', 'The list has no such column. Name it as the list does.'],
  read_by_earlier: [
    'conflict',
    'This list was looked through by an earlier version of the program. Look through it again first.',
  ],
  order_unknown: [
    'conflict',
    'The days in this list can be read with the day first or with the month first. Say first which is right.',
  ],
  future_consent: ['bad_request', 'Nobody can have agreed in the future.'],
  import_under_way: ['conflict', 'This import is under way, or is gone.'],
  unknown_topic: [
    'bad_request',
    'One of these topics is not on the list any more. Please load the page again.',
  ],
  no_file: ['bad_request', 'Send the file as the body.'],
})
