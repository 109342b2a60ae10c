import { hmac, isEqualHmac } from '../../../platform/crypto/hmac.ts'

/** The content of a session cookie: the session's key, and how often the cookie was rotated. */
export type SessionToken = { key: string; generation: number }

/**
 * Signs a session token. The token depends only on its content and the secret, so all tabs that renew a
 * session at the same time get the same successor.
 */
export const writeSessionToken = ({ key, generation }: SessionToken): string =>
  `${key}.${generation}.${hmac('session', key, String(generation))}`

/** @returns null if the signature is not valid */
export function readSessionToken(text: string | null): SessionToken | null {
  const [, key = '', digits = '', signature = ''] =
    /^([\w-]{43})\.(\d{1,9})\.([\w-]{43})$/.exec(text ?? '') ?? []
  const generation = Number(digits)
  // A signed token has no leading zeros.
  if (!key || String(generation) !== digits) return null
  return isEqualHmac(signature, hmac('session', key, digits)) ? { key, generation } : null
}
