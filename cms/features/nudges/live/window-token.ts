import { randomBytes } from 'node:crypto'
import { hmac, isEqualHmac } from '../../../platform/crypto/hmac.ts'

const purpose = 'window of a nudge'

/**
 * Creates a token with which one open window reports what it did with a nudge. It isn't stored: the signature
 * shows that the server made it for this nudge.
 */
export function createWindowToken(nudge: number): string {
  const signed = `${nudge}.${randomBytes(16).toString('base64url')}`
  return `${signed}.${hmac(purpose, signed)}`
}

/** The nudge of a window's token; null for every other text, such as the token of a delivery. */
export function nudgeOfWindowToken(token: string): number | null {
  const [nudge = '', random, signature, ...rest] = token.split('.')
  if (!random || !signature || rest.length) return null
  return isEqualHmac(signature, hmac(purpose, `${nudge}.${random}`)) ? Number(nudge) : null
}
