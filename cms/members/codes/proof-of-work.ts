import { createHash } from 'node:crypto'
import { hmac, isEqualHmac } from '../../crypto/hmac.ts'

/** How long a challenge can be answered. */
export const challengeLivesMs = 10 * 60_000

const least = 16
const most = 22

/**
 * Zero bits that a solution needs: 65,000 hashes at first, some tenths of a second in a browser, and up to
 * four million.
 * @param sent codes that were mailed for solutions lately
 */
export const difficultyAfter = (sent: number): number =>
  Math.min(most, least + Math.floor(sent / 4))

const sign = (mailbox: string, bits: string, expiresAt: string) =>
  hmac('proof of work', mailbox, bits, expiresAt)

/**
 * A challenge for one mailbox: `bits.expiresAt.signature`. A solution is `challenge.nonce`, whose SHA-256
 * hash begins with so many zero bits (Hashcash).
 * @param now in ms since 1970
 */
export function createChallenge(mailbox: string, bits: number, now: number): string {
  const expiresAt = String(now + challengeLivesMs)
  return [bits, expiresAt, sign(mailbox, String(bits), expiresAt)].join('.')
}

/** Whether a text is a solution of a challenge for the mailbox that has not expired. */
export function isSolution(text: string, mailbox: string, now: number): boolean {
  const [bits = '', expiresAt = '', signature = '', nonce, ...rest] = text.split('.')
  if (nonce === undefined || rest.length || !(Number(expiresAt) > now)) return false
  if (!isEqualHmac(signature, sign(mailbox, bits, expiresAt))) return false
  const head = createHash('sha256').update(text).digest().readUInt32BE()
  return Math.clz32(head) >= Number(bits)
}
