import { errorsOf } from '../../platform/http/errors.ts'

/** Creates an error of enquiries: `throw enquiryError('stale')`. */
export const enquiryError = errorsOf({
  not_found: ['not_found', 'There is nothing here. The link may be old, or not complete.'],
  too_often: ['too_many_requests', 'That was often enough for now. Please try again later.'],
  too_many: [
    'conflict',
    'You have several enquiries with us already. Write to us on the page of one of them.',
  ],
  work_required: ['too_many_requests', 'One moment: your browser has to do some work first.'],
  unconfirmed: ['conflict', 'Please confirm your address first: press the button on this page.'],
  closed: ['conflict', 'This enquiry is closed. Write to us if you’d like to open it again.'],
  stale: [
    'conflict',
    'Somebody changed this enquiry meanwhile. Nothing was changed or sent. Have another look first.',
  ],
  not_now: ['conflict', 'That can’t be done with this enquiry now. Have another look.'],
  key_reused: ['conflict', 'This form was sent already, with other words. Load the page again.'],
  invalid_quote: ['bad_request', 'This quote is not complete.'],
  no_quote: ['conflict', 'This quote is no longer valid. The newest one is on your page.'],
  quote_expired: [
    'conflict',
    'This quote was valid until a moment that is over. Write to us: we’ll see what is free.',
  ],
  date_gone: [
    'conflict',
    'That date has gone meanwhile. Nothing was booked, and you owe nothing. Write to us: we’ll look for another one.',
  ],
  taken: ['conflict', 'The space is taken then.'],
  nothing_to_pay: ['conflict', 'There’s nothing to pay now. Load this page again.'],
  too_many_files: ['conflict', 'Three files are the most. Write to us if there’s more to see.'],
  file_too_large: ['too_large', 'A file can have 5 MB at most. Make it smaller, or send a part.'],
  picture_too_large: [
    'too_large',
    'A picture can have 24 megapixels at most. Make it smaller, and send that.',
  ],
  file_type: ['bad_request', 'Send a JPEG, a PNG or a PDF. This file is something else.'],
  file_damaged: ['bad_request', 'This file can’t be read. Save it again, and send that.'],
  file_active: [
    'bad_request',
    'This PDF contains programs, other files or a password. Print it to a plain PDF, and send that.',
  ],
  paid: [
    'conflict',
    'The deposit is paid. Say what becomes of it: close the enquiry instead, as lost.',
  ],
})
