import { sendSignal } from '@simplewebauthn/browser'
import type { AcceptedCredentials } from '../../cms/webauthn/contract.ts'
import { rpId } from './relying-party.ts'

type Signal = Parameters<typeof sendSignal>[0]
type WithoutParty<Each> = Each extends unknown ? Omit<Each, 'rpID'> : never

/**
 * Informs the device's authenticator of a change (WebAuthn Signal API), so that it offers no deleted
 * passkey. Browsers may ignore it and report no result.
 */
export function signalAuthenticator(signal: WithoutParty<Signal>): void {
  sendSignal({ ...signal, rpID: rpId() } as Signal).catch(() => {})
}

/** Reports the credentials that are left of each user handle. */
export function signalAccepted(
  before: readonly AcceptedCredentials[],
  after: readonly AcceptedCredentials[],
): void {
  for (const { userHandle } of before) {
    const left = after.find((each) => each.userHandle === userHandle)
    signalAuthenticator({
      signalName: 'allAcceptedCredentials',
      userID: userHandle,
      allAcceptedCredentialIDs: left?.credentials ?? [],
    })
  }
}
