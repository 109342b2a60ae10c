import { errorTable } from '../http/errors.ts'

export const commonGoodError = errorTable(
  {
    future_day: 'bad_request',
    not_enough: 'conflict',
    booked_elsewhere: 'conflict',
    not_found: 'not_found',
  },
  {
    future_day: 'Write a date that is not in the future.',
    not_enough: 'There is less than this in the Common Good.',
    booked_elsewhere: 'This was not booked here, so it can’t be reversed here.',
    not_found: 'There is no such movement.',
  },
)
