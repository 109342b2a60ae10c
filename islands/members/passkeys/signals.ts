import { sendSignal } from '@simplewebauthn/browser'
import type { PasskeysReply } from '../../../cms/members/passkeys/contract.ts'
import { device } from './device.ts'
import { rpId } from './relying-party.ts'

type Signal = Parameters<typeof sendSignal>[0]
type WithoutParty<Each> = Each extends unknown ? Omit<Each, 'rpID'> : never
type Accepted = PasskeysReply['accepted']

/**
 * Tells whoever keeps passkeys on this device what became of one here, so that none is offered that
 * opens nothing. Not every browser listens to that, and none says what it did.
 */
export function tellDevice(signal: WithoutParty<Signal>): void {
  sendSignal({ ...signal, rpID: rpId() } as Signal).catch(() => {})
}

/** Whose passkey it is from now on, as the device names it. */
export const tellName = (userHandle: string, email: string): void =>
  tellDevice({
    signalName: 'currentUserDetails',
    userID: userHandle,
    userName: email,
    userDisplayName: email,
  })

/** Which passkeys still open something; what the device knew of a handle that has none left is over. */
export function tellChange(before: Accepted, after: Accepted): void {
  for (const { userHandle } of before) {
    const left = after.find((each) => each.userHandle === userHandle)
    tellDevice({
      signalName: 'allAcceptedCredentials',
      userID: userHandle,
      allAcceptedCredentialIDs: left?.credentials ?? [],
    })
    if (!left && device.handle() === userHandle) device.wipe()
  }
}
