import { errorsOf } from '../../platform/http/errors.ts'

/** Creates an error of the secret kitchens: `throw dropError('not_open')`. */
export const dropError = errorsOf({
  not_found: ['not_found', 'There is nothing here. It may be gone already.'],
  not_open: ['conflict', 'Not yet. It opens by our clock, not by yours.'],
  sold_out: ['conflict', 'All gone. The kitchen has put its knives away.'],
  over: ['conflict', 'This one has been served.'],
  cancelled: ['conflict', 'The kitchen had to call this one off. Nobody pays anything.'],
  too_new: [
    'forbidden',
    'This one is for those who were members before it was announced. The next one is yours too.',
    'too_new',
  ],
  too_many: ['bad_request', 'That’s more portions than one claim can have.'],
  has_claim: ['conflict', 'You have a claim already.'],
  held_over: ['conflict', 'Five minutes are over, and your portion went to the next in line.'],
  no_slot: ['bad_request', 'Choose when you collect it.'],
  slot_full: ['conflict', 'That time is full. Choose another one.'],
  no_credit: ['conflict', 'Your credit is not enough. Pay at the bar, by card, or top up first.'],
  not_yet: ['conflict', 'Collecting begins an hour before the first slot.'],
  not_offered: ['conflict', 'Nothing is offered any more: it is over, sold out or called off.'],
  has_claims: ['conflict', 'Members have claims already. Call it off instead.'],
  announced: ['conflict', 'It is announced already.'],
  opened: ['conflict', 'It has opened, so its opening can’t be changed any more.'],
  too_few: ['conflict', 'More portions than that are taken already.'],
  no_time: ['bad_request', 'Choose a time that is still to come.'],
  skipped_time: [
    'bad_request',
    'The clocks go forward that night, so that time never comes. Choose another one.',
  ],
  opens_late: ['bad_request', 'It has to open before the first slot.'],
  changed: ['conflict', 'Somebody else changed it a moment ago. Have a look, then try again.'],
  no_picture: ['bad_request', 'Choose a picture: JPEG, PNG, WebP, AVIF or HEIC.'],
  too_often: ['too_many_requests', 'That was often enough for now. Please try again later.'],
})
