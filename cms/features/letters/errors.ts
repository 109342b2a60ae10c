import { HttpError } from '../../platform/http/errors.ts'

export const letterErrors = {
  notFound: () => new HttpError('not_found', 'There is no such letter.'),
  neverSent: () => new HttpError('not_found', 'This letter never went out.'),
  changed: () =>
    new HttpError('conflict', 'Somebody changed this letter meanwhile. Look at it again.'),
  tooManyTests: () =>
    new HttpError('too_many_requests', 'That were many tests. Send the next one later.'),
  noRecipients: () =>
    new HttpError('bad_request', 'Nobody would get this letter. Choose other readers.'),
}
