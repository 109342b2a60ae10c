import type { PasskeysReply } from '../../../cms/members/passkeys/contract.ts'
import { signalAuthenticator } from '../../lib/signal-authenticator.ts'
import { device } from './device.ts'

type Accepted = PasskeysReply['accepted']

/** Updates the account name the authenticator shows. */
export const signalUserDetails = (userHandle: string, email: string): void =>
  signalAuthenticator({
    signalName: 'currentUserDetails',
    userID: userHandle,
    userName: email,
    userDisplayName: email,
  })

/** Reports the credentials that are left of each user handle, and clears the device where none are. */
export function signalAcceptedCredentials(before: Accepted, after: Accepted): void {
  for (const { userHandle } of before) {
    const left = after.find((each) => each.userHandle === userHandle)
    signalAuthenticator({
      signalName: 'allAcceptedCredentials',
      userID: userHandle,
      allAcceptedCredentialIDs: left?.credentials ?? [],
    })
    if (!left && device.handle() === userHandle) device.clear()
  }
}
