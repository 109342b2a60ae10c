const minuteMs = 60_000

/** Passkeys per member or staff member. */
export const maxPasskeys = 10
/** How long a challenge of a ceremony is valid. It can be answered once. */
export const challengeLifetimeMs = 5 * minuteMs
/** Longest name of a passkey, in characters. */
export const maxNameLength = 60

/** The messages of ceremonies that fail in the browser, by code. Source: spec section 8. */
export const browserErrors = {
  not_allowed: 'Biometric prompt was closed or timed out. Please try again.',
  security: 'Security error. Make sure you are on this site over HTTPS (avoid Private Browsing).',
  invalid_state: 'This passkey is already registered. Try signing in instead.',
  timeout: 'Timed out waiting for Face ID / Passkey. Please try again.',
  abort: 'Authentication was cancelled. Please try again.',
  platform_unavailable: 'No built-in authenticator found on this device.',
  unsupported: 'Passkeys are not supported in this browser.',
} as const

/**
 * Codes for why the verification of a ceremony failed:
 * - `challenge`: the challenge is unknown, expired or used, or was created for another browser
 * - `origin`: the response was made on a page of another site
 * - `handle`: the passkey and the user handle do not belong together
 * - `response`: the authenticator's response is not valid
 * - `counter`: the authenticator was cloned, or an old response was sent again
 */
export type FailedCheck = 'challenge' | 'origin' | 'handle' | 'response' | 'counter'
