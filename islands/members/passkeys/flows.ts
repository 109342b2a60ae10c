import {
  type Attempt,
  isMissingPasskey,
  isWorthAnotherAttempt,
  shouldAuthenticate,
} from './attempts.ts'
import type { CeremonyResult } from './ceremonies.ts'
import { PasskeyError, type PasskeyErrorCode } from './errors.ts'

export type UnlockEffects = {
  /** The attempts for this device, in order. */
  attempts: () => Attempt[]
  authenticate: (attempt: Attempt) => Promise<CeremonyResult>
  register: () => Promise<CeremonyResult>
  /** Called with the reason before another prompt opens. */
  onFailure: (code: PasskeyErrorCode) => void
}

const errorCodeOf = (error: unknown): PasskeyErrorCode =>
  error instanceof PasskeyError ? error.code : 'unknown'

/**
 * Tries the attempts in order until one succeeds.
 * @throws PasskeyError of the last attempt; `no_credentials` if the server knows no credential of the
 *   stored user handle, and the person closed the prompt that offers all passkeys of the device
 */
export async function authenticateInOrder(
  attempts: readonly Attempt[],
  authenticate: UnlockEffects['authenticate'],
): Promise<CeremonyResult> {
  let lastError: unknown = new PasskeyError('no_user_handle')
  for (const attempt of attempts) {
    try {
      return await authenticate(attempt)
    } catch (error) {
      const wasPromptCancelled =
        errorCodeOf(lastError) === 'no_credentials' && errorCodeOf(error) === 'not_allowed'
      if (wasPromptCancelled) throw lastError
      if (!isWorthAnotherAttempt(errorCodeOf(error))) throw error
      lastError = error
    }
  }
  throw lastError
}

/**
 * Registers a passkey. After a failed verification or an unknown error the passkey may exist, so this function then
 * tries to authenticate.
 */
export async function registerOrAuthenticate({
  attempts,
  authenticate,
  register,
}: Omit<UnlockEffects, 'onFailure'>): Promise<CeremonyResult> {
  try {
    return await register()
  } catch (error) {
    if (!shouldAuthenticate(errorCodeOf(error))) throw error
    return authenticateInOrder(attempts(), authenticate)
  }
}

/** Uses a passkey, or makes the first one if there is none. Source: spec.md section 4, combined flow. */
export async function presentOrMakePasskey(effects: UnlockEffects): Promise<CeremonyResult> {
  const order = effects.attempts()
  // Browsers report the same error for a missing passkey and for a closed prompt (WebAuthn Level 3,
  // section 14.5.2). Without a stored user handle there is no attempt `allow-list`, and the
  // device probably has no passkey.
  const meansNoPasskey = (code: PasskeyErrorCode) =>
    code === 'not_allowed' && !order.includes('allow-list')
  try {
    return await authenticateInOrder(order, effects.authenticate)
  } catch (error) {
    const code = meansNoPasskey(errorCodeOf(error)) ? 'no_user_handle' : errorCodeOf(error)
    if (!isMissingPasskey(code)) throw error
    effects.onFailure(code)
    return registerOrAuthenticate(effects)
  }
}
