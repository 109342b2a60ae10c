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
  /** Gets the reason of a further prompt before it opens. */
  onFault: (fault: PasskeyFault) => void
}

const faultOf = (error: unknown): PasskeyFault =>
  error instanceof PasskeyError ? error.code : 'unknown'

/**
 * Tries the attempts in order until one succeeds.
 * @throws PasskeyError of the last attempt; `no_user_handle` where there is none; `no_credentials` where
 *   the server knows no credential and the discoverable prompt was cancelled
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
      const isNothingChosen = faultOf(last) === 'no_credentials' && faultOf(error) === 'not_allowed'
      if (isNothingChosen) throw last
      if (!isWorthAnotherAttempt(faultOf(error))) throw error
      last = error
    }
  }
  throw last
}

/** Makes a passkey. Where that fails for an unknown reason, one may exist: it is authenticated then. */
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
