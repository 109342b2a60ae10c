import type { PasskeysReply } from '../../../cms/members/passkeys/contract.ts'
import { signalAccepted, signalAuthenticator } from '../../lib/signal-authenticator.ts'
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
  signalAccepted(before, after)
  const isOwn = ({ userHandle }: Accepted[number]) => userHandle === device.handle()
  if (before.some(isOwn) && !after.some(isOwn)) device.clear()
}
