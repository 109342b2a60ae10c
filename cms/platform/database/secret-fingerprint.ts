import type { Payload } from 'payload'
import { hexHmac } from '../crypto/hmac.ts'
import { StartError } from '../runtime/start-error.ts'

/** The key of the row in `payload_kv` that stores the fingerprint. */
export const fingerprintKey = 'secret-fingerprint'

/** Identifies a secret without revealing it. @returns 32 hexadecimal digits */
export const secretFingerprint = (secret: string): string =>
  hexHmac('', { purpose: 'fingerprint', secret, length: 32 })

/**
 * Checks that a database is used with the same secret as before. The first start stores the secret's fingerprint.
 * With another secret, encrypted rows are unreadable, links in sent mails are invalid, and email addresses that
 * unsubscribed are not recognised. The caller must hold the lock `migrate`.
 * @throws StartError if the secret differs
 */
export async function requireSameSecret(payload: Payload, secret: string): Promise<void> {
  const stored = await payload.kv.get<{ fingerprint: string }>(fingerprintKey)
  if (!stored) await acceptSecret(payload, secret)
  else if (stored.fingerprint !== secretFingerprint(secret))
    throw new StartError(otherSecretMessage)
}

/** Stores the fingerprint of a secret, so that the database is used with this secret from now on. */
export const acceptSecret = ({ kv }: Payload, secret: string): Promise<void> =>
  kv.set(fingerprintKey, { fingerprint: secretFingerprint(secret) })

/** The error message for operators who use a database with another secret than before. */
export const otherSecretMessage =
  'The secret differs from the one this database was used with. Set SECRET to the former secret, or put its ' +
  'file `secret` back into DATA_DIR (a backup holds it). If the former secret is lost, `npm run admin -- ' +
  'accept-secret` accepts the new one: it ends all sessions, and links in mails that were sent before stop working.'
