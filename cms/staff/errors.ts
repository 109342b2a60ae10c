import { errorsByName } from '../http/errors.ts'

export const staffError = errorsByName({
  wrong_password: ['unauthorized', 'The email or password provided is incorrect.'],
  wrong_own_password: ['forbidden', 'That is not your current password.'],
  too_many_tries: [
    'too_many_requests',
    'Too many wrong tries. Wait ten minutes, or use a browser on which you have signed in before.',
  ],
  just_changed: ['conflict', 'Your account was just changed. Please try again.'],
  address_taken: ['conflict', 'Somebody on the staff has this address already.'],
  link_invalid: [
    'forbidden',
    'This link is not valid any more: it was used, or it is too old. Ask for a new one.',
  ],
  not_signed_in: ['unauthorized', 'You need to be logged in.'],
})
