import type { PasskeysReply } from '../../../cms/features/members/passkeys/contract.ts'
import {
  signalAccepted,
  signalAuthenticator,
} from '../../../cms/platform/ui/signal-authenticator.ts'
import { device } from './device.ts'

type Accepted = PasskeysReply['accepted']

/** Updates the account name that the authenticator shows. */
export const signalUserDetails = (userHandle: string, email: string): void =>
  signalAuthenticator({
    signalName: 'currentUserDetails',
    userID: userHandle,
    userName: email,
    userDisplayName: email,
  })

/**
 * Reports the remaining credentials of each user handle to the authenticator. Clears the data stored on this device if
 * its user handle has no credential left.
 */
export function signalAcceptedCredentials(before: Accepted, after: Accepted): void {
  signalAccepted(before, after)
  const isOwn = ({ userHandle }: Accepted[number]) => userHandle === device.handle()
  if (before.some(isOwn) && !after.some(isOwn)) device.clear()
}
