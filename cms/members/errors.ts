import { type ErrorCode, HttpError } from '../http/errors.ts'
import { type MembershipError, membershipErrors } from './rules.ts'

const codeOf = {
  invalid_email: 'bad_request',
  invalid_code: 'bad_request',
  invalid_handle: 'bad_request',
  access_denied: 'forbidden',
  suspended: 'forbidden',
  too_soon: 'too_many_requests',
  too_often: 'too_many_requests',
  signed_out: 'unauthorized',
  token_expired: 'unauthorized',
  invalid_signature: 'unauthorized',
} as const satisfies Record<MembershipError, ErrorCode>

type Options = ErrorOptions & { headers?: Record<string, string> }

/** Why a call of a membership is refused, in the words of `rules.ts`. */
export const refusal = (reason: MembershipError, options: Options = {}): HttpError =>
  new HttpError(codeOf[reason], membershipErrors[reason], { ...options, reason })
