const noneYet = 'No passkey saved yet. We’ll create one now.'
const foreign =
  'Your passkey belongs to another address of this site. Please register it again here.'

/** What is said of what went wrong with a passkey. Source: spec section 8, "Passkey". */
export const passkeyMessages = {
  not_allowed: 'Biometric prompt was closed or timed out. Please try again.',
  security: 'Security error. Make sure you are on this site over HTTPS (avoid Private Browsing).',
  invalid_state: 'This passkey is already registered. Try signing in instead.',
  timeout: 'Timed out waiting for Face ID / Passkey. Please try again.',
  abort: 'Authentication was cancelled. Please try again.',
  no_user_handle: noneYet,
  no_credentials: noneYet,
  auth_options_failed: 'Your passkey could not be fetched. We’ll create one now.',
  platform_unavailable: 'No built-in authenticator found on this device.',
  unsupported: 'Passkeys are not supported in this browser.',
  server: 'There was an issue contacting the server. Please try again.',
  rp_context_changed: foreign,
  rp_id_mismatch: foreign,
  default: 'Biometric unlock failed. You can try again or use email.',
} as const

/** The last two have no words of their own: they lead to the next attempt. */
export type PasskeyFault =
  | Exclude<keyof typeof passkeyMessages, 'default'>
  | 'verification_failed'
  | 'unknown'

const faults: readonly string[] = [
  ...Object.keys(passkeyMessages).filter((code) => code !== 'default'),
  'verification_failed',
  'unknown',
]

const isFault = (code: string): code is PasskeyFault => faults.includes(code)

/** A passkey operation that did not succeed: `code` for programs, `message` for the person. */
export class PasskeyError extends Error {
  override name = 'PasskeyError'
  readonly code: PasskeyFault
  constructor(code: PasskeyFault, { message, cause }: { message?: string; cause?: unknown } = {}) {
    super(message ?? messageOf(code), { cause })
    this.code = code
  }
}

/** What is said of a fault; of the last two, that it failed. */
export const messageOf = (code: PasskeyFault): string =>
  code === 'verification_failed' || code === 'unknown'
    ? passkeyMessages.default
    : passkeyMessages[code]

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

/**
 * What a call that was refused, or that nobody answered, means.
 * @param otherwise where the server gives no reason of the catalogue
 */
export function faultOfCall(error: Refusal, otherwise: PasskeyFault): PasskeyError {
  if (isFault(error.code)) return new PasskeyError(error.code, { cause: error })
  // Whoever asked too often is told by the server for how long to wait.
  if (error.status === 429) {
    return new PasskeyError('server', { message: error.message, cause: error })
  }
  const isOut = error.status === 0 || error.status >= 500
  return new PasskeyError(isOut ? 'server' : otherwise, { cause: error })
}

/** What the reply to a verification that failed says was wrong. */
export const faultOfReply = (error: string | undefined): PasskeyError =>
  new PasskeyError(error && isFault(error) ? error : 'verification_failed')
