import { errorsOf } from '../../platform/http/errors.ts'

/** Creates an error of bookings: `throw bookingError('full')`. */
export const bookingError = errorsOf({
  not_found: ['not_found', 'There is nothing here. The link may be old, or not complete.'],
  no_tables: ['conflict', 'Nothing can be booked here. Come by, or give us a call.'],
  closed: ['conflict', 'We’re closed then. Choose another day.'],
  too_far: ['conflict', 'That is too far ahead to book. Try again later, or give us a call.'],
  no_time: ['conflict', 'That time can’t be booked. Choose one of the times of the day.'],
  too_large: [
    'bad_request',
    'For so many people, ask for the hall at /book/hall: we’ll find you room.',
  ],
  no_fit: [
    'conflict',
    'No table there is of the right size for you. Choose another room, or give us a call.',
  ],
  full: ['conflict', 'That time has just gone. Choose another one.'],
  expired: ['conflict', 'The table was held for ten minutes, and has gone. Choose a time again.'],
  table_taken: [
    'conflict',
    'One of these tables is taken then. Nothing was changed: choose others.',
  ],
  ended: ['conflict', 'This booking is over or was cancelled. Nothing was changed.'],
  stale: [
    'conflict',
    'Somebody changed this booking meanwhile. Have another look, then try again.',
  ],
  occupied: [
    'conflict',
    'Somebody still sits there. Note that they have left, choose another table, or put these beside them.',
  ],
  no_other_table: ['conflict', 'No other table is free for them then.'],
  ends_first: ['bad_request', 'It has to end after it begins.'],
  not_now: ['conflict', 'That can’t be done with this booking now. Have another look.'],
  choose_table: ['bad_request', 'Choose a table for them first.'],
  key_reused: [
    'conflict',
    'Somebody else was entered with this form just now. Have a look at the sheet, then open the form again.',
  ],
  on_sheet: [
    'conflict',
    'A table has to be found for them first. Enter them on the evening sheet, and cancel the booking that they have.',
  ],
  desk_for_one: ['conflict', 'Members book desks themselves, each for one person.'],
  needs_table: ['conflict', 'No table is free for them. Choose tables for them, or let them wait.'],
  over_capacity: ['conflict', 'There is no room for them then. Book them anyway?'],
  deposit: [
    'conflict',
    'That takes a deposit, or a larger one. Book that table anew, then cancel this one; or give us a call.',
  ],
  deposit_asked: ['conflict', 'This table takes a deposit now. Read what it is, then book again.'],
  needs: [
    'conflict',
    'No table with what you need is free at that time. Choose another time, or give us a call.',
  ],
  free: ['conflict', 'A table has come free at that time. Take it: nobody has to wait.'],
  phone: ['bad_request', 'Please tell us your telephone number, in case we have to reach you.'],
  too_many: [
    'conflict',
    'You have two bookings to come already. Cancel one of them first, or give us a call.',
  ],
  too_many_held: [
    'too_many_requests',
    'Many tables are being held from your network just now. Try again in ten minutes, or give us a call.',
  ],
  held_twice: [
    'too_many_requests',
    'You hold two tables already. Book one of them, or try again in ten minutes.',
  ],
  too_early: ['conflict', 'There’s time until then. Move your table if the time doesn’t fit.'],
  not_yet: ['conflict', 'It isn’t their time yet. Move the booking to now first.'],
  not_offered: ['conflict', 'A party that waits is offered a table as soon as one is free.'],
  too_often: ['too_many_requests', 'That was often enough for now. Please try again later.'],
})
