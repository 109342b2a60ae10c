import { errorsOf } from '../../platform/http/errors.ts'

/** Creates an error of the door: `throw checkInError('shift_over')`. */
export const checkInError = errorsOf({
  shift_over: ['conflict', 'This phone’s shift is over. Enrol it again: what it stored is kept.'],
  not_your_door: ['forbidden', 'This link is for another event. Choose your own door.'],
  door_closed: ['conflict', 'This door isn’t open tonight. Choose another one.'],
  too_many_phones: [
    'conflict',
    'Too many phones are enrolled tonight. End the shift of one first.',
  ],
  area_full: [
    'conflict',
    'That’s more people than this area is licensed for. Only a publisher can let them in.',
  ],
  no_shift: ['not_found', 'There is no such phone, or its shift is over already.'],
  may_not_override: ['forbidden', 'Only a publisher can let people in above the limit.'],
  closed: ['conflict', 'That room is closed now, so nobody can be there. Choose another one.'],
  no_area: ['bad_request', 'Choose where you are.'],
  no_key: ['bad_request', 'This browser’s key can’t be used.'],
  too_often: ['too_many_requests', 'That was often enough for now. Please try again later.'],
})
