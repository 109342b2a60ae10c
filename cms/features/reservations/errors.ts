import { type ErrorEntries, errorsOf } from '../../platform/http/errors.ts'

/** All errors of reservations, except those that a kind makes, such as that an event was cancelled. */
export const reservationErrors = {
  not_found: ['not_found', 'There is nothing here. The link may be old, or not complete.'],
  who: ['bad_request', 'Please tell us your name and your email.'],
  party_size: ['bad_request', 'That many people don’t fit into one reservation.'],
  full: ['conflict', 'There aren’t that many places left.'],
  unconfirmed: ['conflict', 'Please confirm your email first, with the button on your own page.'],
  cancelled: [
    'conflict',
    'This reservation was cancelled. You can reserve again, if there are places.',
  ],
  waiting: ['conflict', 'This party waits for places, so it has none yet.'],
  not_waiting: ['conflict', 'This party isn’t on the waitlist any more.'],
  no_offer: ['conflict', 'Nothing is offered to you just now.'],
  offer_expired: [
    'conflict',
    'Too late: the places have gone to the next in line. You can join the list again.',
  ],
  checked_in: ['conflict', 'You are inside already.'],
  guest_decides: [
    'conflict',
    'They pay with credit, so only they can bring more. Add the others as guests of their own.',
  ],
  paid: ['conflict', 'This was paid by card for fewer, so no more can come on it. Ask us.'],
  paid_already: ['conflict', 'This is paid already.'],
  unpaid: [
    'conflict',
    'They pay by card on the web, and haven’t yet. Until then they have no places.',
  ],
  exists: ['conflict', 'There is a reservation with this email already. We have mailed its link.'],
  too_many_inside: ['bad_request', 'There can’t be more inside than the reservation is for.'],
  ended: ['conflict', 'This is over.'],
  stale: [
    'conflict',
    'Somebody changed this reservation meanwhile. Have another look, then try again.',
  ],
  // A note that somebody else changed since the form was opened.
  note_changed: [
    'conflict',
    'Somebody else changed this a moment ago. Have a look, then try again.',
    'changed',
  ],
  not_tonight: ['forbidden', 'This is not today. Ask an editor to look it up.', 'forbidden'],
  key_reused: ['conflict', 'This was sent before with other details. Load the page again.'],
  too_often: ['too_many_requests', 'That was often enough for now. Please try again later.'],
  work_required: [
    'too_many_requests',
    'Very many people are reserving. Your browser has to do a little work first, which takes JavaScript.',
  ],
} as const satisfies ErrorEntries

/** Creates an error of reservations: `throw reservationError('full')`. */
export const reservationError = errorsOf(reservationErrors)
