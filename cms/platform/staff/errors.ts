import { errorsByName } from '../http/errors.ts'

export const staffError = errorsByName({
  wrong_password: ['unauthorized', 'The email or password provided is incorrect.'],
  wrong_own_password: ['forbidden', 'That is not your current password.'],
  exposed_password: [
    'forbidden',
    'This password may be known to others, so it no longer logs you in. We have mailed you a link to choose a new one: it works once, for an hour. Nothing came? Ask an admin for a link, or run `npm run admin -- create` with your address on the server.',
  ],
  exposed_proof: [
    'forbidden',
    'This password may be known to others, so it confirms nothing any more. Use your passkey, and choose a new password under Your account.',
  ],
  proofs_failed: [
    'unauthorized',
    'Too many wrong passwords: you were logged out in this browser. Please log in again.',
  ],
  too_many_tries: [
    'too_many_requests',
    'Too many wrong tries. Use a passkey, a browser on which you have signed in before, or “Forgot your password?”: the mailed link works at once. Or wait ten minutes.',
  ],
  proof_required: ['forbidden', 'Please confirm that it’s you, and try again.'],
  just_changed: ['conflict', 'Your account was just changed. Please try again.'],
  account_changed: ['conflict', 'The account was just changed. Please try again.'],
  address_taken: ['conflict', 'Somebody on the staff has this address already.'],
  link_invalid: [
    'forbidden',
    'This link is not valid any more: it was used, or it is too old. Ask for a new one.',
  ],
  passkey_refused: [
    'forbidden',
    'Your passkey could not be verified. Please try again, or use your password.',
  ],
  passkey_unknown: [
    'forbidden',
    'This passkey belongs to nobody on the staff. Choose another one, or use your password.',
  ],
  passkey_missing: ['not_found', 'There is no such passkey.'],
  passkey_registered: ['conflict', 'This passkey is already registered.'],
  too_many_passkeys: ['conflict', 'You have ten passkeys, which is the most. Remove one first.'],
  own_passkey: ['forbidden', 'Your own passkeys are removed under Your account.'],
  not_signed_in: ['unauthorized', 'You need to be logged in.'],
})
