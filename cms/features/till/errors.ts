import { errorTable } from '../../platform/http/errors.ts'

export const tillError = errorTable(
  {
    no_member: 'not_found',
    card_unknown: 'not_found',
    card_expired: 'conflict',
    card_closed: 'forbidden',
    too_often: 'too_many_requests',
    suspended: 'conflict',
    not_found: 'not_found',
    booked_elsewhere: 'conflict',
    spent: 'conflict',
    changed: 'conflict',
    booked_while_counting: 'conflict',
    other_drawer: 'forbidden',
    note_required: 'bad_request',
    not_in_till: 'conflict',
    wrong_range: 'bad_request',
    no_case: 'not_found',
    case_ended: 'conflict',
  },
  {
    no_member: 'There is no such member.',
    card_unknown: 'This is no code or number of a card.',
    card_expired: 'This code has run out. The card shows a new one.',
    card_closed: 'This card was not shown just now. Scan it, then go on.',
    too_often: 'That was often. Please try again later.',
    suspended: 'This member is suspended.',
    not_found: 'There is no such movement.',
    booked_elsewhere: 'This can’t be reversed here.',
    spent: 'What this brought was spent in the meantime, so it can’t be reversed.',
    changed: 'Something was booked or closed meanwhile. Load the page again and compare.',
    booked_while_counting:
      'Money was taken at this drawer, or it was closed, while you counted. Nothing was saved: count again.',
    other_drawer:
      'This drawer is the office’s. Choose the drawer of your bar, or the card terminal.',
    not_in_till: 'That is more than this till holds by the books. Close it first, and compare.',
    note_required: 'Write why the count differs.',
    wrong_range: 'The first day is after the last.',
    no_case: 'There is no such case.',
    case_ended: 'This case was answered or closed already. Load the page again.',
  },
)
