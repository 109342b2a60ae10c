import { invalidByField } from '../../platform/http/call.ts'
import { errorTable, type HttpError } from '../../platform/http/errors.ts'
import type { FailedCheck } from '../../platform/webauthn/rules.ts'
import type { UnverifiedReply } from './passkeys/contract.ts'
import { passkeyErrors } from './passkeys/rules.ts'
import { membershipErrors } from './rules.ts'

const codes = {
  invalid_email: 'bad_request',
  invalid_code: 'bad_request',
  invalid_handle: 'bad_request',
  access_denied: 'forbidden',
  suspended: 'forbidden',
  too_soon: 'too_many_requests',
  too_often: 'too_many_requests',
  work_required: 'too_many_requests',
  link_required: 'too_many_requests',
  codes_paused: 'too_many_requests',
  invalid_link: 'bad_request',
  signed_out: 'unauthorized',
  cookie_required: 'unauthorized',
  session_mismatch: 'unauthorized',
  proof_required: 'forbidden',
  token_expired: 'unauthorized',
  invalid_signature: 'unauthorized',
  no_user_handle: 'bad_request',
  no_credentials: 'not_found',
  rp_context_changed: 'bad_request',
  rp_id_mismatch: 'bad_request',
  verification_failed: 'forbidden',
  invalid_state: 'conflict',
  too_many_passkeys: 'conflict',
  ceremony_required: 'forbidden',
  not_linked: 'forbidden',
  staff_passkey: 'forbidden',
  not_subscribed: 'forbidden',
} as const
export type MemberErrorReason = keyof typeof codes

/** Makes the error of a refused call of this feature. The messages are in `rules.ts` and `passkeys/rules.ts`. */
export const memberError = errorTable<MemberErrorReason>(codes, {
  ...membershipErrors,
  ...passkeyErrors,
})

/**
 * The error of a ceremony that was not verified.
 * @param details what is wrong, for programs
 */
export function ceremonyError(
  reason: MemberErrorReason,
  details?: FailedCheck,
  cause?: unknown,
): HttpError {
  const replyFields: UnverifiedReply = { verified: false, ...(details && { details }) }
  const event = reason === 'verification_failed' ? 'member_sign_in_failed' : undefined
  return memberError(reason, { replyFields, cause, securityEvent: event })
}

/** The error of an authenticator's response that was not verified. */
export const verificationError = (details: FailedCheck, cause?: unknown): HttpError =>
  ceremonyError('verification_failed', details, cause)

/** Errors of requests with an invalid address, code or handle. */
export const invalidMemberInput = invalidByField({
  email: () => memberError('invalid_email'),
  token: () => memberError('invalid_code'),
  code: () => memberError('invalid_code'),
  old_code: () => memberError('invalid_code'),
  new_code: () => memberError('invalid_code'),
  userHandle: () => memberError('invalid_handle'),
})
