import type { browserErrors } from '../webauthn/rules.ts'

/** Why a ceremony failed in the browser. */
export type BrowserErrorCode = keyof typeof browserErrors | 'rp_id_mismatch' | 'unknown'

/**
 * How long the prompt was open. Browsers use the same error name for timeouts and cancellations, so an
 * error after `timeoutMs` counts as a timeout.
 */
export type Wait = { waitedMs: number; timeoutMs: number | undefined }

/** By DOMException name. Source: WebAuthn Level 3, section 5.1. */
const errorCodes: Record<string, BrowserErrorCode> = {
  AbortError: 'abort',
  ConstraintError: 'platform_unavailable',
  InvalidStateError: 'invalid_state',
  NotAllowedError: 'not_allowed',
  NotSupportedError: 'unsupported',
  SecurityError: 'security',
  TimeoutError: 'timeout',
}

/** The code of an error that was thrown by a ceremony in the browser. */
export function browserErrorCodeOf(
  error: unknown,
  { waitedMs, timeoutMs }: Wait,
): BrowserErrorCode {
  const { name = '', code = '' } = error as { name?: string; code?: unknown }
  const named = errorCodes[name] ?? 'unknown'
  const isTimeout = named === 'not_allowed' && timeoutMs !== undefined && waitedMs >= timeoutMs
  const isRpIdMismatch = named === 'security' && code === 'ERROR_INVALID_RP_ID'
  return isTimeout ? 'timeout' : isRpIdMismatch ? 'rp_id_mismatch' : named
}
