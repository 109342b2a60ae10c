import { errorsOf } from '../../platform/http/errors.ts'

/** Creates an error of moments: `throw momentError('not_found')`. */
export const momentError = errorsOf({
  not_found: ['not_found', 'This moment isn’t here. It may have been removed.'],
  no_file: ['bad_request', 'Choose a picture first.'],
  too_many_files: ['bad_request', 'That is too many at once. Send at most twelve.'],
  broken: ['bad_request', 'This file is not a picture that can be read. Choose another one.'],
  too_large: [
    'too_large',
    'This file is too large: at most 12 MB. Make it smaller, and send it again.',
  ],
  disk_full: [
    'unavailable',
    'There is no room for pictures just now, and we know. Please try again later.',
  ],
  busy: [
    'unavailable',
    'Many pictures are being prepared. Please send this one again in a minute.',
  ],
  agree: ['bad_request', 'Ask the people in the picture first, then tick that they agree.'],
  no_event: ['bad_request', 'Choose one of the events on the list.'],
  not_own: ['forbidden', 'That is somebody else’s moment.'],
  not_shown: ['conflict', 'That can’t be done with this moment now.'],
  stale: [
    'conflict',
    'Somebody has changed this moment, taken it down or reported it meanwhile. Load the page again, and look at it once more.',
  ],
  not_public: ['conflict', 'Only moments that everybody may see can be on these pages.'],
  kept: [
    'conflict',
    'Staff have looked at this one, and it stays. If something is wrong with it, report it.',
  ],
  too_often: ['too_many_requests', 'That was often enough for now. Please try again later.'],
})
