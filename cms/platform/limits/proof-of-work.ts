import { createHash } from 'node:crypto'
import { hmac, isEqualHmac } from '../crypto/hmac.ts'
import { providerKey } from './clients.ts'
import { solutionHeader } from './rules.ts'

/** How long a challenge is valid. */
export const challengeLifetimeMs = 10 * 60_000

const minBits = 16
const maxBits = 22

/**
 * The number of zero bits that a solution needs. At first, a browser computes 65,000 hashes, which take some
 * tenths of a second. Later it computes up to four million.
 * @param count the number of recent requests with a solution; a fraction if the caller weights them
 */
export const difficultyAfter = (count: number): number =>
  Math.min(maxBits, minBits + Math.floor(count / 4))

const sign = (subject: string, bits: string, expiresAt: string) =>
  hmac('proof of work', subject, bits, expiresAt)

/**
 * A challenge for one kind of mail to one mailbox: `bits.expiresAt.signature`. A solution is
 * `challenge.nonce` with a SHA-256 hash that begins with `bits` zero bits (Hashcash).
 * @param subject names the kind of mail and the mailbox
 * @param now in ms since 1970
 */
export function createChallenge(subject: string, bits: number, now: number): string {
  const expiresAt = String(now + challengeLifetimeMs)
  return [bits, expiresAt, sign(subject, String(bits), expiresAt)].join('.')
}

/** Whether a text is a solution of an unexpired challenge for the subject. */
export function isSolution(text: string, subject: string, now: number): boolean {
  const [bits = '', expiresAt = '', signature = '', nonce, ...rest] = text.split('.')
  if (nonce === undefined || rest.length || !(Number(expiresAt) > now)) return false
  if (!isEqualHmac(signature, sign(subject, bits, expiresAt))) return false
  const head = createHash('sha256').update(text).digest().readUInt32BE()
  return Math.clz32(head) >= Number(bits)
}

/** The zero bits that a solution was required to have. */
const bitsOf = (solution: string): number => Number(solution.split('.', 1)[0])

/**
 * How many bits a solution may be below the current difficulty. So a challenge stays usable if the
 * difficulty rises a little before the challenge is solved. A client that collects easy challenges saves half
 * of the work at most, and only until these challenges expire.
 */
const toleratedBits = 1

/** Whether a solution took too little work for the current difficulty. */
export const isTooEasy = (solution: string, difficulty: number): boolean =>
  bitsOf(solution) < difficulty - toleratedBits

/** The challenge of a solution. A challenge may be used once, although it has many solutions. */
export const challengeOf = (solution: string): string =>
  solution.slice(0, solution.lastIndexOf('.'))

/**
 * Binds a subject to the network of the client's provider, so that a solution is not valid in another
 * network. The subject is not bound to the client's address, because a phone's address may change between two
 * requests.
 */
const inNetworkOf = (req: { headers: Headers }, subject: string): string =>
  providerKey(req, subject) ?? subject

/** A challenge for a subject. It is valid only in the network of the client's provider. */
export const createChallengeFor = (
  req: { headers: Headers },
  subject: string,
  bits: number,
): string => createChallenge(inNetworkOf(req, subject), bits, Date.now())

/**
 * The solution that a request has for a subject; null if it has none that is valid in the network of the
 * client's provider. The solution may have been used before.
 */
export function solutionOf(req: { headers: Headers }, subject: string): string | null {
  const sent = req.headers.get(solutionHeader)
  return sent && isSolution(sent, inNetworkOf(req, subject), Date.now()) ? sent : null
}
