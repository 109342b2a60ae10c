import {
  type Attempt,
  isMissingPasskey,
  isWorthAnotherAttempt,
  shouldAuthenticate,
} from './attempts.ts'
import type { Ceremony } from './ceremonies.ts'
import { PasskeyError, type PasskeyFault } from './faults.ts'

export type UnlockEffects = {
  /** The attempts that make sense on this device, in order. */
  attempts: () => Attempt[]
  authenticate: (attempt: Attempt) => Promise<Ceremony>
  register: () => Promise<Ceremony>
  /** Called with the reason before another prompt opens. */
  onFault: (fault: PasskeyFault) => void
}

const faultOf = (error: unknown): PasskeyFault =>
  error instanceof PasskeyError ? error.code : 'unknown'

/**
 * Tries the attempts in order until one succeeds.
 * @throws PasskeyError of the last attempt; `no_user_handle` if `attempts` is empty; `no_credentials` if
 *   the server has no credential and the discoverable prompt was cancelled
 */
export async function authenticateInOrder(
  attempts: readonly Attempt[],
  authenticate: UnlockEffects['authenticate'],
): Promise<Ceremony> {
  let last: unknown = new PasskeyError('no_user_handle')
  for (const attempt of attempts) {
    try {
      return await authenticate(attempt)
    } catch (error) {
      const wasPromptCancelled =
        faultOf(last) === 'no_credentials' && faultOf(error) === 'not_allowed'
      if (wasPromptCancelled) throw last
      if (!isWorthAnotherAttempt(faultOf(error))) throw error
      last = error
    }
  }
  throw last
}

/** Registers a passkey. If that fails for an unknown reason, one may exist: then it authenticates. */
export async function registerOrAuthenticate({
  attempts,
  authenticate,
  register,
}: Omit<UnlockEffects, 'onFault'>): Promise<Ceremony> {
  try {
    return await register()
  } catch (error) {
    if (!shouldAuthenticate(faultOf(error))) throw error
    const order = attempts()
    return authenticateInOrder(order.length ? order : ['discoverable'], authenticate)
  }
}

/** Uses a passkey of this device, or makes the first one. Source: spec section 4, combined flow. */
export async function presentOrMakePasskey(effects: UnlockEffects): Promise<Ceremony> {
  try {
    return await authenticateInOrder(effects.attempts(), effects.authenticate)
  } catch (error) {
    const fault = faultOf(error)
    if (!isMissingPasskey(fault)) throw error
    effects.onFault(fault)
    return registerOrAuthenticate(effects)
  }
}
