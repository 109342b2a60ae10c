import {
  type PasskeyError as PasskeyFault,
  passkeyErrors,
} from '../../../cms/members/passkeys/rules.ts'

export type { PasskeyFault }

const isFault = (code: string): code is PasskeyFault => Object.hasOwn(passkeyErrors, code)

/** A failed passkey operation: `code` for programs, `message` for the person. */
export class PasskeyError extends Error {
  override name = 'PasskeyError'
  readonly code: PasskeyFault
  constructor(code: PasskeyFault, { message, cause }: { message?: string; cause?: unknown } = {}) {
    super(message ?? passkeyErrors[code], { cause })
    this.code = code
  }
}

/** By DOMException name. Source: WebAuthn Level 3, section 5.1. */
const faultOfName: Record<string, PasskeyFault> = {
  AbortError: 'abort',
  ConstraintError: 'platform_unavailable',
  InvalidStateError: 'invalid_state',
  NotAllowedError: 'not_allowed',
  NotSupportedError: 'unsupported',
  SecurityError: 'security',
  TimeoutError: 'timeout',
}

/**
 * Translates an error of the browser's ceremony.
 * @param waitedMs how long the prompt was open; browsers report a timeout and a cancellation by the
 *   same name, so one that lasted `timeoutMs` is a timeout
 */
export function faultOfCeremony(
  error: unknown,
  { waitedMs, timeoutMs }: { waitedMs: number; timeoutMs: number | undefined },
): PasskeyError {
  const { name = '', code = '' } = error as { name?: string; code?: unknown }
  const named = faultOfName[name] ?? 'unknown'
  const isTimeout = named === 'not_allowed' && timeoutMs !== undefined && waitedMs >= timeoutMs
  const isForeign = named === 'security' && code === 'ERROR_INVALID_RP_ID'
  const fault = isTimeout ? 'timeout' : isForeign ? 'rp_id_mismatch' : named
  return new PasskeyError(fault, { cause: error })
}

type Refusal = { status: number; code: string; message: string }

// Refusals whose message the server writes for the person.
const statusesWithMessage = [401, 403, 429]

/**
 * Translates a failed call.
 * @param fallback where the server's code is not one of the catalogue
 */
export function faultOfCall(error: Refusal, fallback: PasskeyFault): PasskeyError {
  if (isFault(error.code)) return new PasskeyError(error.code, { cause: error })
  if (statusesWithMessage.includes(error.status)) {
    return new PasskeyError('default', { message: error.message, cause: error })
  }
  const isUnavailable = error.status === 0 || error.status >= 500
  return new PasskeyError(isUnavailable ? 'server' : fallback, { cause: error })
}
