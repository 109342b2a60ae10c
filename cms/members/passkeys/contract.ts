import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { z } from 'zod'
import { line } from '../../newsletter/contract.ts'
import { emailField, handleField as handle } from '../contract.ts'
import { type Fault, longestName } from './rules.ts'

const longestPart = 20_000
const base64url = z
  .string()
  .max(longestPart)
  .regex(/^[\w-]*$/, 'must be base64url')

/** Which site the browser takes itself to be on. It is compared with ours, never believed. */
const context = { rpId: z.string().max(300), origin: z.string().max(300) }

/**
 * `POST /api/webauthn-register-options`. A handle that is not the asker’s own is not taken: the answer
 * says which one the passkey gets.
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

/** A credential as the browser tells it; what else it holds is passed over. */
const credential = {
  id: base64url.min(1),
  rawId: base64url.min(1),
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
}

/** `POST /api/webauthn-register-verify`. */
export const registerVerifyRequest = z.object({
  userHandle: handle,
  attResp: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url,
      attestationObject: base64url,
      transports: z.array(z.string().max(40)).max(10).optional(),
    }),
  }),
  ...context,
})
export type RegisterVerifyReply = { verified: true; userHandle: string; requiresLinking: boolean }

/**
 * `POST /api/webauthn-auth-options`: for the passkeys of a handle, or, `discoverable`, for whichever
 * the person chooses. Refused with `no_user_handle`, `no_credentials`, `rp_id_mismatch`.
 */
export const authOptionsRequest = z.object({
  userHandle: handle.nullish(),
  discoverable: z.boolean().default(false),
  ...context,
})
export type AuthOptionsReply = { options: PublicKeyCredentialRequestOptionsJSON }

/**
 * `POST /api/webauthn-auth-verify`. After a choice of the person’s the handle is the one in the
 * response, or null; one that is not the passkey’s is refused.
 */
export const authVerifyRequest = z.object({
  userHandle: handle.nullish(),
  authResp: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url,
      authenticatorData: base64url,
      signature: base64url,
      userHandle: base64url.nullish(),
    }),
  }),
  ...context,
})
export type AuthVerifyReply = { verified: true; userHandle: string; hasExistingLink: boolean }

/** What a ceremony that was not verified answers beside `error` and `message`. */
export type UnverifiedReply = { verified: false; details?: Fault }

/** `POST /api/webauthn-create-session`: answers as signing in does. */
export const createSessionRequest = z.object({ userHandle: handle, email: emailField.nullish() })

/** `POST /api/clear-webauthn-data`: answers `{success: true}`, whoever’s the handle is. */
export const clearRequest = z.object({ userHandle: handle })

/** `POST /api/member/passkeys/rename`. */
export const renameRequest = z.object({
  id: z.int32('Say which passkey by its id.').positive(),
  name: line('The name', longestName).refine(Boolean, 'Give it a name.'),
})

/** A passkey as its member sees it. */
export type OwnPasskey = {
  id: number
  /** What the member calls it, or else who keeps it. */
  name: string
  provider: string | null
  /** ISO 8601. */
  created_at: string
  last_used_at: string | null
  kind: 'synced' | 'can be synced' | 'this device only'
}
/** `GET /api/member/passkeys`, and what renaming and removing answer. */
export type PasskeysReply = {
  passkeys: OwnPasskey[]
  most: number
  /** What the browser may tell its authenticators (Signal API). */
  accepted: { rpId: string; userHandle: string; credentials: string[] }[]
}

/** `POST /api/member/passkeys/remove`. */
export const removeRequest = z.object({ id: z.int32('Say which passkey by its id.').positive() })
