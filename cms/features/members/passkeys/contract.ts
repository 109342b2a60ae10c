import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { z } from 'zod'
import { textLine } from '../../../platform/http/texts/fields.ts'
import {
  type AcceptedCredentials,
  assertionField,
  attestationField,
  type OwnPasskey,
} from '../../../platform/webauthn/contract.ts'
import { type FailedCheck, maxNameLength } from '../../../platform/webauthn/rules.ts'
import { codeField, emailField, handleField as handle, startLinkRequest } from '../contract.ts'

/** The relying party as the browser sees it. It is compared with the configured one, never trusted. */
const context = { rpId: z.string().max(300), origin: z.string().max(300) }

/**
 * `POST /api/webauthn-register-options`. An existing handle that is not the requester's own is ignored. The
 * reply has the handle that the passkey gets.
 */
export const registerOptionsRequest = z.object({
  userHandle: handle.nullish(),
  displayName: z.string().max(500).nullish(),
  ...context,
})
export type RegisterOptionsReply = {
  options: PublicKeyCredentialCreationOptionsJSON
  userHandle: string
}

/**
 * `POST /api/webauthn-register-verify`. `requiresLinking` of the reply: whether the passkey must still be linked to
 * a subscriber before it can sign in.
 */
export const registerVerifyRequest = z.object({
  userHandle: handle,
  attResp: attestationField,
  ...context,
})
export type RegisterVerifyReply = { verified: true; userHandle: string; requiresLinking: boolean }

/**
 * `POST /api/webauthn-auth-options`: for the passkeys of a handle, or with `discoverable` for any passkey
 * that the person chooses. Errors: `no_user_handle`, `no_credentials`, `rp_id_mismatch`.
 */
export const authOptionsRequest = z.object({
  userHandle: handle.nullish(),
  discoverable: z.boolean().default(false),
  ...context,
})
export type AuthOptionsReply = { options: PublicKeyCredentialRequestOptionsJSON }

/**
 * `POST /api/webauthn-auth-verify`. After a `discoverable` authentication, `userHandle` is the one that
 * the authenticator returned, or null. A handle that does not belong to the passkey is refused.
 * `hasExistingLink` of the reply: whether the handle is linked to a member.
 */
export const authVerifyRequest = z.object({
  userHandle: handle.nullish(),
  authResp: assertionField,
  ...context,
})
export type AuthVerifyReply = { verified: true; userHandle: string; hasExistingLink: boolean }

/**
 * `POST /api/verify-membership-link`. Without `authResp` the code is only checked, and the reply is a
 * `PendingLinkReply`. With `authResp` the passkey is linked, and the reply is a `LinkReply`.
 */
export const verifyLinkRequest = startLinkRequest.extend({
  code: codeField,
  authResp: assertionField.nullish(),
  /** Whether the passkey was made in this tab a short time ago. Then no assertion is needed. */
  madeHere: z.boolean().optional(),
})
/** The code is right. The passkey is linked after the browser has answered `options` with an assertion of it. */
export type PendingLinkReply = {
  success: false
  linked: false
  options: PublicKeyCredentialRequestOptionsJSON
  /** The passkeys of the handle, the newest first: provider, and when each was made (ISO 8601). */
  passkeys: { provider: string | null; created_at: string }[]
}

/** Fields of an error reply to a ceremony, beside `error` and `message`. */
export type UnverifiedReply = { verified: false; details?: FailedCheck }

/** `POST /api/webauthn-create-session`: replies with a `SessionReply`. */
export const createSessionRequest = z.object({ userHandle: handle, email: emailField.nullish() })

/** `POST /api/member/passkeys/rename`. */
export const renameRequest = z.object({
  id: z.int32('Say which passkey by its id.').positive(),
  name: textLine('The name', maxNameLength).refine(Boolean, 'Give it a name.'),
})

/** `GET /api/member/passkeys`, and the reply to renaming and removing. `most`: the allowed number of passkeys. */
export type PasskeysReply = {
  passkeys: OwnPasskey[]
  most: number
  accepted: AcceptedCredentials[]
}

/** `POST /api/member/passkeys/remove`. */
export const removeRequest = z.object({ id: z.int32('Say which passkey by its id.').positive() })

/**
 * `GET /.well-known/webauthn`: the origins beside the site's own whose pages may use its passkeys, for browsers. Source:
 * WebAuthn Level 3, section 5.11.
 */
export type RelatedOriginsReply = { origins: string[] }
