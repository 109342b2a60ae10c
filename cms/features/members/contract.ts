import { z } from 'zod'
import type { SignedInMember } from '../../platform/http/parts.ts'
import { parseAddress } from '../../platform/mail/address.ts'
import { maxAddressLength } from '../../platform/mail/rules.ts'
import { isHandle } from './passkeys/rules.ts'
import { isCode, membershipErrors } from './rules.ts'

/** An e-mail address in its stored spelling, see `parseAddress`. */
export const emailField = z
  .string({ error: membershipErrors.invalid_email })
  .max(maxAddressLength + 100, membershipErrors.invalid_email)
  .transform((text, context) => {
    const address = parseAddress(text)
    if (address) return address
    context.addIssue({ code: 'custom', message: membershipErrors.invalid_email })
    return z.NEVER
  })

export const codeField = z
  .string({ error: membershipErrors.invalid_code })
  .refine(isCode, membershipErrors.invalid_code)

/**
 * The body of `POST /api/auth/code`, and of `POST /api/is_email_domain_allowed`, which replies true or false.
 */
export const emailRequest = z.object({ email: emailField })

/**
 * `POST /api/auth/verify`. If `email` is null, the address is the one for which this browser last requested a
 * code.
 */
export const verifyRequest = z.object({
  email: emailField.nullable(),
  token: codeField,
  type: z.literal('email', { error: 'The type must be email.' }),
})

/** `POST /api/auth/sign-out`: ends this session, or all sessions of the member. */
export const signOutRequest = z.object({ everywhere: z.boolean().default(false) })

/** How a session was opened. `code`: by an emailed code or link; `link`: by linking a passkey. */
export type SignInMethod = 'code' | 'link' | 'passkey'

/** The member who is signed in, and their session. */
export type SignedIn = SignedInMember

/** The member who makes a call. */
export type Caller = SignedIn & {
  /** How long sensitive calls are still allowed, in ms; 0 if a new proof is required. */
  proofLeftMs: number
  /** Whether the member agreed that the venue learns from their visits. */
  hasAnalyticsConsent: boolean
}

/** `GET /api/auth/user`. */
export type UserReply = { user: { id: number; email: string } }

/** Reply to signing in and to `POST /api/auth/refresh`; `expires_at` in seconds since 1970. */
export type SessionReply = UserReply & { access_token: string; expires_at: number }

/**
 * Reply to `POST /api/auth/code`. It does not depend on whether the address has an account. `link`: a link takes
 * the place of the code; whether one was mailed is not revealed. The error `work_required` has a `challenge`, see
 * `WorkRequired`.
 */
export type CodeReply = { ok: true; link?: true }

/** `POST /api/auth/link`: signs in with a mailed link. */
export const signInLinkRequest = z.object({
  token: z
    .string({ error: membershipErrors.invalid_link })
    .regex(/^[0-9a-f]{64}$/, membershipErrors.invalid_link),
})

/**
 * `POST /api/member/proof/code` mails a code. `next`: the member page that a form without JavaScript opens
 * after the proof.
 */
export const proofMailRequest = z.object({
  next: z
    .string()
    .regex(/^\/common-room\/member\/[a-z-]{1,40}$/)
    .optional(),
})
/** `POST /api/member/proof/verify`. `POST /api/member/proof/passkey` takes a `handleRequest`. */
export const proofCodeRequest = proofMailRequest.extend({ code: codeField })
/** `GET /api/member/proof`, and the reply to a proof: how much longer sensitive calls are allowed. */
export type ProofReply = { proof_left_ms: number }

export const handleField = z
  .string({ error: membershipErrors.invalid_handle })
  .refine(isHandle, membershipErrors.invalid_handle)

/** Body of `POST /api/check-membership`, and of `POST /api/clear-webauthn-data`, which replies `{success: true}`. */
export const handleRequest = z.object({ userHandle: handleField })
/** All fields are false if the request has no cookie of a device that is trusted for the handle's member. */
export type MembershipReply = {
  /** Whether the handle is linked to a member. */
  linked: boolean
  /** The same as `linked`. */
  isLinked: boolean
  /** Whether the member may enter the Common Room. */
  linkedAndActive: boolean
  /** Whether that member subscribes to the newsletter. */
  active: boolean
}

/** `POST /api/start-membership-link`: replies `{success: true}`. */
export const startLinkRequest = z.object({ userHandle: handleField, email: emailField })
/** Linking a passkey also signs the member in. */
export type LinkReply = SessionReply & { success: true; linked: true }

/** `POST /api/members/suspend`, `/let-in`, `/sign-out`, `/delete`, `/keep`, for staff. */
export const memberRequest = z.object({ id: z.int32('Say which member by the id.').positive() })
export type MemberRequest = z.output<typeof memberRequest>
/** `POST /api/members/unlink`: `link` is the id of the handle. */
export const unlinkRequest = memberRequest.extend({
  link: z.int32('Say which link by its number.').positive(),
})
export type UnlinkRequest = z.output<typeof unlinkRequest>
