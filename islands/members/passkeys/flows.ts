import {
  type Attempt,
  asksForAuthentication,
  asksForRegistration,
  isWorthAnotherAttempt,
} from './attempts.ts'
import type { Ceremony } from './ceremonies.ts'
import { PasskeyError, type PasskeyFault } from './faults.ts'

export type UnlockEffects = {
  /** The attempts that make sense on this device, in their order. */
  attempts: () => Attempt[]
  authenticate: (attempt: Attempt) => Promise<Ceremony>
  register: () => Promise<Ceremony>
  /** Says what goes on, before the next prompt. */
  say: (fault: PasskeyFault) => void
}

const faultOf = (error: unknown): PasskeyFault =>
  error instanceof PasskeyError ? error.code : 'unknown'

/**
 * Uses a passkey by the first attempt that succeeds.
 * @throws PasskeyError of the last one; `no_user_handle` where none makes sense; `no_credentials` where
 *   the server knows none and nobody chose another
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
      const isNoneChosen = faultOf(last) === 'no_credentials' && faultOf(error) === 'not_allowed'
      if (isNoneChosen) throw last
      if (!isWorthAnotherAttempt(faultOf(error))) throw error
      last = error
    }
  }
  throw last
}

/** Makes a passkey; where that fails for no reason that can be told, one may be there already. */
export async function registerOrAuthenticate({
  attempts,
  authenticate,
  register,
}: Omit<UnlockEffects, 'say'>): Promise<Ceremony> {
  try {
    return await register()
  } catch (error) {
    if (!asksForAuthentication(faultOf(error))) throw error
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
    if (!asksForRegistration(fault)) throw error
    effects.say(fault)
    return registerOrAuthenticate(effects)
  }
}
