import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import { env } from '../runtime/env.ts'

/**
 * Derives a key from SECRET, so that a value made for one purpose is not valid for another.
 * @param purpose what the key is for, e.g. `session token`
 * @returns 32 bytes
 */
export const deriveKey = (purpose: string): Buffer =>
  createHmac('sha256', env().SECRET).update(purpose).digest()

// The keys are cached, because sessions are checked thousands of times a second, and creating the key is the
// most expensive part of a check.
const keys = new Map<string, KeyObject>()
const keyOf = (purpose: string): KeyObject => {
  const key = keys.get(purpose) ?? createSecretKey(deriveKey(`seal ${purpose}`))
  keys.set(purpose, key)
  return key
}

/**
 * HMAC-SHA256 over a list of texts, keyed with SECRET.
 * @param purpose what the HMAC is for; an HMAC for one purpose is not valid for another. The purpose must not contain
 *   variable data, because the key of each purpose stays in memory
 * @returns 43 characters, base64url
 */
export const hmac = (purpose: string, ...texts: string[]): string =>
  createHmac('sha256', keyOf(purpose)).update(JSON.stringify(texts)).digest('base64url')

/**
 * HMAC-SHA256 in lower-case hexadecimal, for links in mails: some mail programs change the case of a
 * link.
 * @param options.purpose as in `hmac`
 * @param options.secret the key, used as given
 * @param options.length of the result in hexadecimal digits, 4 bits each
 */
export const hexHmac = (
  text: string,
  { purpose, secret, length }: { purpose: string; secret: string; length: number },
): string =>
  createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('hex').slice(0, length)

/** Compares two HMACs in constant time. */
export function isEqualHmac(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
