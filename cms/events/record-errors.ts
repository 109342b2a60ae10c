import { errorTable } from '../http/errors.ts'

/** Errors of staff actions on events and their dates. */
export const eventRecordError = errorTable(
  {
    no_event: 'not_found',
    no_date: 'not_found',
    changed: 'conflict',
    ask_guests: 'conflict',
    has_guests: 'conflict',
    not_possible: 'conflict',
    bad_schedule: 'bad_request',
    no_series: 'conflict',
    over: 'conflict',
  },
  {
    no_event: 'There is no such event any more.',
    no_date: 'There is no such date any more.',
    changed: 'Somebody else changed this meanwhile. Nothing was written: look at it again.',
    ask_guests: 'Say whether the guests are told.',
    has_guests: 'People have reserved. Cancel it instead, so that they are told.',
    not_possible: 'This isn’t possible any more.',
    bad_schedule: 'Choose a day and a time.',
    no_series: 'It happens only once.',
    over: 'It is over. Duplicate it to have it again.',
  },
)
