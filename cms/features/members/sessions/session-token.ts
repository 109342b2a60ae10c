import { hmac, isEqualHmac } from '../../../platform/crypto/hmac.ts'

/**
 * The content of a session cookie: the session's key, how often the cookie was rotated, and whether the session is one of
 * the secret kitchens' host. A session of one host is none on the other.
 */
export type SessionToken = { key: string; generation: number; isSecret: boolean }

const purposeOf = (isSecret: boolean) => (isSecret ? 'session of the secret kitchens' : 'session')

/**
 * Signs a session token. The token depends only on its content and the secret, so all tabs that renew a
 * session at the same time get the same successor.
 */
export const writeSessionToken = ({ key, generation, isSecret }: SessionToken): string =>
  `${key}.${generation}.${hmac(purposeOf(isSecret), key, String(generation))}`

/**
 * @param isSecret whether the cookie was sent to the secret kitchens' host
 * @returns null if the signature is not valid there
 */
export function readSessionToken(text: string | null, isSecret: boolean): SessionToken | null {
  const [, key = '', digits = '', signature = ''] =
    /^([\w-]{43})\.(\d{1,9})\.([\w-]{43})$/.exec(text ?? '') ?? []
  const generation = Number(digits)
  // A signed token has no leading zeros.
  if (!key || String(generation) !== digits) return null
  const isValid = isEqualHmac(signature, hmac(purposeOf(isSecret), key, digits))
  return isValid ? { key, generation, isSecret } : null
}
