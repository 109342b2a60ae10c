import { hmac, isEqualHmac } from '../../crypto/hmac.ts'

/** What the cookie of a session says: which session it is, and how often it was renewed by then. */
export type SessionToken = { key: string; generation: number }

/**
 * Writes it. The next one follows from it and the secret alone: however many tabs renew a session at
 * the same moment, all get the same.
 */
export const writeSessionToken = ({ key, generation }: SessionToken): string =>
  `${key}.${generation}.${hmac('session', key, String(generation))}`

/** @returns null where we did not write it */
export function readSessionToken(text: string | null): SessionToken | null {
  const [, key = '', count = '', seal = ''] =
    /^([\w-]{43})\.(\d{1,9})\.([\w-]{43})$/.exec(text ?? '') ?? []
  const generation = Number(count)
  // A number has one spelling: `01` is not what was written.
  if (!key || String(generation) !== count) return null
  return isEqualHmac(seal, hmac('session', key, count)) ? { key, generation } : null
}
