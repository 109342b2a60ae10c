import { sendSignal } from '@simplewebauthn/browser'
import type { PasskeysReply } from '../../../cms/members/passkeys/contract.ts'
import { device } from './device.ts'
import { rpId } from './relying-party.ts'

type Signal = Parameters<typeof sendSignal>[0]
type WithoutParty<Each> = Each extends unknown ? Omit<Each, 'rpID'> : never
type Accepted = PasskeysReply['accepted']

/**
 * Informs the device's authenticator of a change (WebAuthn Signal API), so that it offers no deleted
 * passkey. Browsers may ignore it and report no result.
 */
export function signalDevice(signal: WithoutParty<Signal>): void {
  sendSignal({ ...signal, rpID: rpId() } as Signal).catch(() => {})
}

/** Updates the account name the authenticator shows. */
export const signalUserDetails = (userHandle: string, email: string): void =>
  signalDevice({
    signalName: 'currentUserDetails',
    userID: userHandle,
    userName: email,
    userDisplayName: email,
  })

/** Reports the credentials that are left of each user handle, and clears the device where none are. */
export function signalAcceptedCredentials(before: Accepted, after: Accepted): void {
  for (const { userHandle } of before) {
    const left = after.find((each) => each.userHandle === userHandle)
    signalDevice({
      signalName: 'allAcceptedCredentials',
      userID: userHandle,
      allAcceptedCredentialIDs: left?.credentials ?? [],
    })
    if (!left && device.handle() === userHandle) device.clear()
  }
}
