import type { WebAuthnCredential } from '@simplewebauthn/server'
import { z } from 'zod'

/** The columns with the public key of a passkey and the state of its authenticator. */
export const keyFields = {
  credential: z.string(),
  public_key: z.string(),
  // PostgreSQL returns a bigint as text.
  counter: z.coerce.number(),
  transports: z.array(z.string()),
}
type KeyRow = z.output<z.ZodObject<typeof keyFields>>

/** The key of a row in the format of SimpleWebAuthn. */
export const keyOfRow = ({
  credential,
  public_key,
  counter,
  transports,
}: KeyRow): WebAuthnCredential => ({
  id: credential,
  publicKey: new Uint8Array(Buffer.from(public_key, 'base64url')),
  counter,
  transports,
})

/** The public key as it is stored. */
export const storedKey = ({ publicKey }: WebAuthnCredential): string =>
  Buffer.from(publicKey).toString('base64url')
