import type {
  CodeReply,
  LinkReply,
  MembershipReply,
  SessionReply,
} from '../../cms/members/access/contract.ts'
import type { Profile } from '../../cms/members/profile/contract.ts'
import { callApi } from '../lib/api.ts'

export const isDomainAllowed = (email: string): Promise<boolean> =>
  callApi<boolean>('/api/is_email_domain_allowed', { body: { email } })

export const sendSignInCode = (email: string): Promise<CodeReply> =>
  callApi<CodeReply>('/api/auth/code', { body: { email } })

export const verifySignInCode = (email: string, token: string): Promise<SessionReply> =>
  callApi<SessionReply>('/api/auth/verify', { body: { email, token, type: 'email' } })

export const checkMembership = (userHandle: string): Promise<MembershipReply> =>
  callApi<MembershipReply>('/api/check-membership', { body: { userHandle } })

export const startLink = (userHandle: string, email: string): Promise<unknown> =>
  callApi('/api/start-membership-link', { body: { userHandle, email } })

export const verifyLink = (userHandle: string, email: string, code: string): Promise<LinkReply> =>
  callApi<LinkReply>('/api/verify-membership-link', { body: { userHandle, email, code } })

/** Whether the letter comes to whoever is signed in: a passkey opens nothing without it. */
export async function getsLetter(): Promise<boolean> {
  const { subscription } = await callApi<Profile>('/api/member/profile')
  return subscription === 'active'
}

/** Opens a session with the passkey that was just used. */
export const createSession = (userHandle: string, email: string | null): Promise<SessionReply> =>
  callApi<SessionReply>('/api/webauthn-create-session', { body: { userHandle, email } })
