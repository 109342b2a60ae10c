import type { HttpError } from '../../platform/http/errors.ts'
import type { ReservationKind } from './kind.ts'
import { reservationPath } from './rules.ts'

/** The URL of the page of a reservation, with the outcome of a form. */
export const pageAfterForm = (
  kind: Pick<ReservationKind, 'path' | 'page'>,
  token: unknown,
  outcome: Record<string, string>,
): string =>
  typeof token === 'string' && /^[\da-f-]{1,100}$/.test(token)
    ? `${reservationPath(kind, token)}?${new URLSearchParams(outcome)}`
    : kind.path

/** The problem that a page shows after a form. */
export const problemOf = ({ field, reason }: HttpError): string =>
  reason === 'bad_request' ? `invalid_${field}` : reason
