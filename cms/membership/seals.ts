import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { env } from '../env.ts'

const keyOf = (purpose: string) => createHmac('sha256', env().SECRET).update(purpose).digest()

/** A seal on some texts. One made for another purpose is none, nor one made with another secret. */
export const sealOf = (purpose: string, ...texts: string[]): string =>
  createHmac('sha256', keyOf(`seal ${purpose}`))
    .update(JSON.stringify(texts))
    .digest('base64url')

/** Compares two seals; how long it takes says nothing of them. */
export function isSameSeal(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** A name that nobody guesses. */
export const makeToken = (): string => randomBytes(32).toString('base64url')

/** What is kept of such a name: enough to know it again. */
export const fingerprintOf = (token: string): string =>
  createHash('sha256').update(token).digest('base64url')

/** Locks a text away, so that only who has the secret reads it. */
export function lockAway(purpose: string, text: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(`lock ${purpose}`), nonce)
  const locked = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), locked]).toString('base64url')
}

/** @returns null where it was locked away with another secret, or is broken */
export function unlock(purpose: string, locked: string): string | null {
  const bytes = Buffer.from(locked, 'base64url')
  const [nonce, tag, text] = [bytes.subarray(0, 12), bytes.subarray(12, 28), bytes.subarray(28)]
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(`lock ${purpose}`), nonce)
    decipher.setAuthTag(tag)
    return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
