import {
  type PasskeyError as PasskeyFault,
  passkeyErrors,
} from '../../../cms/members/passkeys/rules.ts'

export type { PasskeyFault }

const isFault = (code: string): code is PasskeyFault => Object.hasOwn(passkeyErrors, code)

/** A passkey operation that did not succeed: `code` for programs, `message` for the person. */
export class PasskeyError extends Error {
  override name = 'PasskeyError'
  readonly code: PasskeyFault
  constructor(code: PasskeyFault, { message, cause }: { message?: string; cause?: unknown } = {}) {
    super(message ?? passkeyErrors[code], { cause })
    this.code = code
  }
}

/** What browsers call what goes wrong in a ceremony. Source: WebAuthn Level 3, section 5.1. */
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
 * What a ceremony that the browser ended means.
 * @param waitedMs how long it lasted; where that is as long as `timeoutMs` nobody answered the prompt,
 *   which browsers call by the same name as a refusal
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

// Refused for what a person did or is, which the server says in words for them.
const toldByServer = [401, 403, 429]

/**
 * What a call that was refused, or that nobody answered, means.
 * @param otherwise where the server gives no reason of the catalogue
 */
export function faultOfCall(error: Refusal, otherwise: PasskeyFault): PasskeyError {
  if (isFault(error.code)) return new PasskeyError(error.code, { cause: error })
  if (toldByServer.includes(error.status)) {
    return new PasskeyError('default', { message: error.message, cause: error })
  }
  const isOut = error.status === 0 || error.status >= 500
  return new PasskeyError(isOut ? 'server' : otherwise, { cause: error })
}
