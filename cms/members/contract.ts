import { z } from 'zod'
import type { SignedInMember } from '../http/parts.ts'
import { parseAddress } from '../mail/address.ts'
import { longestAddress } from '../mail/rules.ts'
import { isHandle } from './passkeys/rules.ts'
import { isCode, membershipErrors } from './rules.ts'

/** An address in the spelling in which it is kept. */
export const emailField = z
  .string({ error: membershipErrors.invalid_email })
  .max(longestAddress + 100, membershipErrors.invalid_email)
  .transform((text, context) => {
    const address = parseAddress(text)
    if (address) return address
    context.addIssue({ code: 'custom', message: membershipErrors.invalid_email })
    return z.NEVER
  })

export const codeField = z
  .string({ error: membershipErrors.invalid_code })
  .refine(isCode, membershipErrors.invalid_code)

/** `POST /api/auth/code`, `POST /api/is_email_domain_allowed`, which answers true or false. */
export const emailRequest = z.object({ email: emailField })

/** `POST /api/auth/verify`. */
export const verifyRequest = z.object({
  email: emailField,
  token: codeField,
  type: z.literal('email', { error: 'The type must be email.' }),
})

/** `POST /api/auth/sign-out`: of this session, or of all that the member has. */
export const signOutRequest = z.object({ everywhere: z.boolean().default(false) })

/** By what somebody came in. */
export type Method = 'code' | 'link' | 'passkey'

/** Which member is signed in, and in which session. */
export type SignedIn = SignedInMember

/** `GET /api/auth/user`. */
export type UserReply = { user: { id: number; email: string } }

/** What signing in and `POST /api/auth/refresh` answer; `expires_at` in seconds since 1970. */
export type SessionReply = UserReply & { access_token: string; expires_at: number }

/** `POST /api/auth/code`. Says nothing of whether anybody has the address. */
export type CodeReply = { ok: true }

export const handleField = z
  .string({ error: membershipErrors.invalid_handle })
  .refine(isHandle, membershipErrors.invalid_handle)

/** `POST /api/check-membership`. */
export const handleRequest = z.object({ userHandle: handleField })
/** Without the cookie of a trusted device it is no for every handle. */
export type MembershipReply = {
  linked: boolean
  isLinked: boolean
  /** Opens the room. */
  linkedAndActive: boolean
  active: boolean
}

/** `POST /api/start-membership-link`: answers `{success: true}`. */
export const startLinkRequest = z.object({ userHandle: handleField, email: emailField })
/** `POST /api/verify-membership-link`. */
export const verifyLinkRequest = startLinkRequest.extend({ code: codeField })
/** Whoever has linked a passkey is signed in. */
export type LinkReply = SessionReply & { success: true; linked: true }

/** `POST /api/auto-link-push-subscription`: whether this browser’s nudges were linked to the member. */
export type AutoLinkReply = { linked: boolean }

/** `POST /api/members/suspend`, `/let-in`, `/sign-out`, for staff. */
export const memberRequest = z.object({ id: z.int32('Say which member by the id.').positive() })
export type MemberRequest = z.output<typeof memberRequest>
/** `POST /api/members/unlink`: `link` is the handle’s own number. */
export const unlinkRequest = memberRequest.extend({
  link: z.int32('Say which link by its number.').positive(),
})
export type UnlinkRequest = z.output<typeof unlinkRequest>
