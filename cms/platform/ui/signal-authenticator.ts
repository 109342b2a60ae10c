import { sendSignal } from '@simplewebauthn/browser'
import type { AcceptedCredentials } from '../webauthn/contract.ts'
import { rpId } from './relying-party.ts'

type Signal = Parameters<typeof sendSignal>[0]
type WithoutParty<Each> = Each extends unknown ? Omit<Each, 'rpID'> : never

/**
 * Informs the device's authenticator of a change (WebAuthn Signal API), so that it does not
 * offer deleted passkeys. Browsers may ignore the signal and report no result.
 */
export function signalAuthenticator(signal: WithoutParty<Signal>): void {
  sendSignal({ ...signal, rpID: rpId() } as Signal).catch(() => {})
}

/** Reports the remaining credentials of each user handle to the authenticator. */
export function signalAccepted(
  before: readonly AcceptedCredentials[],
  after: readonly AcceptedCredentials[],
): void {
  for (const { userHandle } of before) {
    const remaining = after.find((each) => each.userHandle === userHandle)
    signalAuthenticator({
      signalName: 'allAcceptedCredentials',
      userID: userHandle,
      allAcceptedCredentialIDs: remaining?.credentials ?? [],
    })
  }
}
