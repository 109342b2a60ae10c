import type { AuthenticationResponseJSON } from '@simplewebauthn/browser'
import type {
  ConsentReply,
  TrailDeletedReply,
  TrailReply,
} from '../../cms/features/analytics/trail/contract.ts'
import type {
  CodeReply,
  LinkReply,
  MembershipReply,
  ProofReply,
  SessionReply,
  UserReply,
} from '../../cms/features/members/contract.ts'
import type {
  PasskeysReply,
  PendingLinkReply,
} from '../../cms/features/members/passkeys/contract.ts'
import type {
  CardReply,
  DeletionReply,
  DevicesReply,
  Profile,
} from '../../cms/features/members/profile/contract.ts'
import { callApi } from '../../cms/platform/ui/api.ts'
import { keepReply, readApi } from '../../cms/platform/ui/read-api.ts'
import { callWithProofOfWork } from '../lib/call-with-proof-of-work.ts'
import { retryingFetch } from '../lib/retry.ts'

const post = <Reply>(path: string, body: object = {}, token?: string): Promise<Reply> =>
  callApi<Reply>(`/api/${path}`, { body, ...(token && { token }) })

/** Requests a mailed code. */
const requestCode = <Reply>(path: string, body: object = {}): Promise<Reply> =>
  callWithProofOfWork<Reply>(`/api/${path}`, body)

// Session
export const refreshSession = () => post<SessionReply>('auth/refresh')
export const findUser = (token: string) => callApi<UserReply>('/api/auth/user', { token })
const forgetCard = () =>
  void import('../check-in/card/stored-key.ts').then(({ forgetKey }) => forgetKey())
export const signOutSession = (token?: string) => {
  forgetCard()
  return post<unknown>('auth/sign-out', {}, token)
}
export const signOutEverywhere = () => {
  forgetCard()
  return post<unknown>('auth/sign-out', { everywhere: true })
}
/** Links this device to the signed-in member, so that it gets the member's nudges. */
export const autoLink = (token: string) =>
  callApi<unknown>('/api/auto-link-push-subscription', {
    body: {},
    token,
    timeoutMs: 45_000,
    // All guests of a venue may share one IP address, so the retries are spread over time.
    fetch: retryingFetch({ spreadMs: 3000 }),
  })

// Gate
export const isDomainAllowed = (email: string) =>
  post<boolean>('is_email_domain_allowed', { email })
export const sendSignInCode = (email: string) => requestCode<CodeReply>('auth/code', { email })
export const verifySignInCode = (email: string, token: string) =>
  post<SessionReply>('auth/verify', { email, token, type: 'email' })
export const checkMembership = (userHandle: string) =>
  post<MembershipReply>('check-membership', { userHandle })
export const startLink = (userHandle: string, email: string) =>
  requestCode<unknown>('start-membership-link', { userHandle, email })
/**
 * Checks the code that links a passkey.
 * @param madeHere whether the passkey was made in this tab a short time ago; then it is linked at once
 */
export const checkLinkCode = (userHandle: string, email: string, code: string, madeHere: boolean) =>
  post<PendingLinkReply | LinkReply>('verify-membership-link', {
    ...{ userHandle, email, code, madeHere },
  })
/** Links the passkey that the person used after entering the code. */
export const verifyLink = (
  userHandle: string,
  email: string,
  code: string,
  authResp: AuthenticationResponseJSON,
) => post<LinkReply>('verify-membership-link', { userHandle, email, code, authResp })
/** Creates a session with the passkey that was just used. */
export const createPasskeySession = (userHandle: string, email: string | null) =>
  post<SessionReply>('webauthn-create-session', { userHandle, email })

// Proof
export const findProof = () => readApi<ProofReply>('/api/member/proof')
/** Confirms the session by the passkey that was just used. */
export const proveByPasskey = (userHandle: string) =>
  post<ProofReply>('member/proof/passkey', { userHandle })
export const sendProofCode = () => requestCode<unknown>('member/proof/code')
export const proveByCode = (code: string) => post<ProofReply>('member/proof/verify', { code })

// Profile
type ProfileChange = Partial<
  Pick<
    Profile,
    'name' | 'phone' | 'birthday' | 'interests' | 'favourite_areas' | 'time_slots' | 'beer_styles'
  >
>
export const findProfile = () => readApi<Profile>('/api/member/profile')
export const changeProfile = (change: ProfileChange) => post<Profile>('member/profile', change)
export const findCard = () => callApi<CardReply>('/api/member/card')
export const startEmailChange = (email: string) =>
  requestCode<{ ok: true }>('member/email', { email })
export const confirmEmailChange = (email: string, old_code: string, new_code: string) =>
  post<SessionReply>('member/email/confirm', { email, old_code, new_code })
export const findPasskeys = () => readApi<PasskeysReply>('/api/member/passkeys')
export const renamePasskey = (id: number, name: string) =>
  post<PasskeysReply>('member/passkeys/rename', { id, name })
export const removePasskey = (id: number) => post<PasskeysReply>('member/passkeys/remove', { id })
const devicesPath = '/api/member/devices'
export const findDevices = (onKept: (reply: DevicesReply) => void) =>
  readApi<DevicesReply>(devicesPath, { onKept })
const changeDevices = async (path: string, body: object): Promise<DevicesReply> => {
  const reply = await post<DevicesReply>(path, body)
  keepReply(devicesPath, reply)
  return reply
}
export const endSession = (id: string) => changeDevices('member/sessions/end', { id })
export const forgetDevice = (id: number) => changeDevices('member/devices/forget', { id })
export const decideAnalyticsConsent = (consent: boolean) =>
  post<ConsentReply>('analytics/consent', { consent })
/** @param before the `next` value of the last reply; null for the newest visits */
export const findTrail = (before: string | null) =>
  readApi<TrailReply>(`/api/analytics/trail${before ? `?${new URLSearchParams({ before })}` : ''}`)
export const deleteTrail = () =>
  callApi<TrailDeletedReply>('/api/analytics/trail', { method: 'DELETE' })
export const requestDeletion = () => post<DeletionReply>('member/delete')
export const cancelDeletion = () => post<DeletionReply>('member/delete/undo')
