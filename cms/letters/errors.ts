import { HttpError } from '../http/errors.ts'

/** Errors of calls about letters. */
export const letterErrors = {
  notFound: () => new HttpError('not_found', 'There is no such letter.'),
  neverSent: () => new HttpError('not_found', 'This letter never went out.'),
  changed: () =>
    new HttpError('conflict', 'Somebody changed this letter meanwhile. Look at it again.'),
  noReaders: () =>
    new HttpError('bad_request', 'Nobody would get this letter. Choose other readers.'),
}
