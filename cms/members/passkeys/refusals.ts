import { type ErrorCode, HttpError } from '../../http/errors.ts'
import type { UnverifiedReply } from './contract.ts'
import { type Fault, type PasskeyError, passkeyErrors } from './rules.ts'

const codeOf = {
  no_user_handle: 'bad_request',
  no_credentials: 'not_found',
  rp_context_changed: 'bad_request',
  rp_id_mismatch: 'bad_request',
  verification_failed: 'forbidden',
  invalid_state: 'conflict',
  too_many_passkeys: 'conflict',
  ceremony_required: 'forbidden',
  not_linked: 'forbidden',
  not_subscribed: 'forbidden',
} as const satisfies Partial<Record<PasskeyError, ErrorCode>>
type Refused = keyof typeof codeOf

/** Why a call that has to do with passkeys is refused, in the words of `rules.ts`. */
export const passkeyRefusal = (reason: Refused, options: ErrorOptions = {}): HttpError =>
  new HttpError(codeOf[reason], passkeyErrors[reason], { ...options, reason })

/** The same of a ceremony, which was not verified. */
export function unverified(reason: Refused, details?: Fault, cause?: unknown): HttpError {
  const facts: UnverifiedReply = { verified: false, ...(details && { details }) }
  return new HttpError(codeOf[reason], passkeyErrors[reason], { reason, facts, cause })
}
