import { z } from 'zod'

const maxPartLength = 20_000
const base64url = z
  .string()
  .max(maxPartLength)
  .regex(/^[\w-]*$/, 'must be base64url')

/** A credential as the browser sends it; unknown fields are ignored. */
const credential = {
  id: base64url.min(1),
  rawId: base64url.min(1),
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
}

/** The response of a registration. */
export const attestationField = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
})
export type AttestationResponse = z.output<typeof attestationField>

/** The response of an authentication. */
export const assertionField = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish(),
  }),
})
export type AssertionResponse = z.output<typeof assertionField>

/** A passkey as its owner sees it. */
export type OwnPasskey = {
  id: number
  /** The name that the owner chose; otherwise the provider's name. */
  name: string
  provider: string | null
  /** ISO 8601. */
  created_at: string
  last_used_at: string | null
  kind: 'synced' | 'can be synced' | 'this device only'
}

/**
 * The accepted credentials of a user handle. With the Signal API, browsers pass them to their authenticators, which
 * may delete or hide all others.
 */
export type AcceptedCredentials = { rpId: string; userHandle: string; credentials: string[] }
