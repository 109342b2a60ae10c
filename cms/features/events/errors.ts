import { type ErrorEntries, errorsOf } from '../../platform/http/errors.ts'
import { reservationErrors } from '../reservations/errors.ts'

/** All errors of events. A form of an organiser’s link may fail with those of the first three groups. */
export const eventErrors = {
  reservations: {
    ...reservationErrors,
    date_cancelled: ['conflict', 'This event was cancelled.'],
    postponed: [
      'conflict',
      'This event has no new date yet. You can reserve as soon as it has one.',
    ],
    started: ['conflict', 'This has begun. Come by, and ask at the door.'],
    members_only: [
      'forbidden',
      'This one is for members. Sign in, or become one: it costs nothing.',
    ],
    not_yet: [
      'conflict',
      'It isn’t time yet: people are checked in from a day and a half before the start.',
    ],
    too_early: ['conflict', 'Come first, then tell us how it was.'],
    too_late: ['conflict', 'That was a while ago. Tell us at the bar.'],
  },
  series: {
    space_held: [
      'conflict',
      'The space is held for an enquiry then. Choose another time or space, or look under Enquiries.',
    ],
    no_event: ['not_found', 'There is no such event any more.'],
    no_date: ['not_found', 'There is no such date any more.'],
    changed: [
      'conflict',
      'Somebody else changed this meanwhile. Nothing was written: look at it again.',
    ],
    ask_guests: ['conflict', 'Say whether the guests are told.'],
    has_guests: ['conflict', 'People have reserved. Cancel it instead, so that they are told.'],
    not_possible: ['conflict', 'This isn’t possible any more.'],
    bad_schedule: ['bad_request', 'Choose a day and a time.'],
    no_series: ['conflict', 'It happens only once.'],
    over: ['conflict', 'It is over. Duplicate it to have it again.'],
    too_small: ['conflict', 'More places than that are taken.'],
  },
  links: {
    link_gone: ['not_found', 'This link doesn’t work any more.'],
    not_allowed: [
      'forbidden',
      'This link can’t do that. Ask whoever gave it to you for another one.',
    ],
    link_no_date: ['not_found', 'There is no such date.', 'no_date'],
    no_guest: ['not_found', 'There is no such guest.'],
    no_link: ['not_found', 'There is no such link.'],
    wrong_title: ['bad_request', 'That isn’t the title. Nothing was cancelled.'],
    capacity_taken: ['conflict', 'More places than that are taken already.'],
    is_over: ['conflict', 'It is over, or doesn’t happen.'],
    // A message without recipients. The name is also the key of a text, which staff can edit.
    nobody: ['conflict', 'There is nobody to write to.'],
    messages_used_up: [
      'conflict',
      'Two messages a day are enough. The next one can go out tomorrow.',
    ],
    // The idempotency key of a form was sent before, with other contents.
    link_key_reused: [
      'conflict',
      'Another request was sent with this form. Load the page again.',
      'key_reused',
    ],
    too_many_changes: [
      'too_many_requests',
      'The guests have had enough mails about changes today. Try again tomorrow, or change it without telling them.',
    ],
    too_many_mails: [
      'too_many_requests',
      'This link has added as many guests with an email as it can in a day. Add them without one.',
    ],
    link_too_often: ['too_many_requests', 'That was often. Try again in ten minutes.', 'too_often'],
  },
  /** Why no letter or nudge about a date is written. */
  audience: {
    draft: ['conflict', 'This is still a draft. Publish it first, then tell people.'],
    secret: [
      'conflict',
      'This one is secret: only those with its address may know. So it gets no letter or nudge.',
    ],
    off: ['conflict', 'This was cancelled. Its guests have been told already.'],
    undated: ['conflict', 'This has no new date yet. Tell people once it has one.'],
    date_over: ['conflict', 'This is over.', 'over'],
  },
  staff: {
    not_tonight: [
      'forbidden',
      'This event is not today. Ask an editor to look it up.',
      'forbidden',
    ],
    publishers_only: [
      'forbidden',
      'Publishers change events that are out. Ask one of them.',
      'forbidden',
    ],
    no_price: ['bad_request', 'Write a price, or choose that it costs nothing.', 'bad_request'],
    no_picture: [
      'bad_request',
      'picture: There is no such picture any more. Choose another.',
      'bad_request',
    ],
  },
  files: {
    no_calendar: ['not_found', 'There is no calendar at this address.', 'not_found'],
    no_share_image: ['not_found', 'There is no such picture.', 'not_found'],
  },
} as const satisfies Record<string, ErrorEntries>

/** Creates an error of events: `throw eventError('full')`. */
export const eventError = errorsOf({
  ...eventErrors.reservations,
  ...eventErrors.series,
  ...eventErrors.links,
  ...eventErrors.audience,
  ...eventErrors.staff,
  ...eventErrors.files,
})
