import type { WebAuthnCredential } from '@simplewebauthn/server'
import { z } from 'zod'

/** Columns of a stored passkey that are its public key and state. */
export const keyFields = {
  credential: z.string(),
  public_key: z.string(),
  // PostgreSQL returns a bigint as text.
  counter: z.coerce.number(),
  transports: z.array(z.string()),
}
type KeyRow = z.output<z.ZodObject<typeof keyFields>>

/** The key of a row, as the library takes it. */
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
