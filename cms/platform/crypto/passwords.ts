import { pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { createConcurrencyLimiter } from '../limits/concurrency.ts'

/** How a password is stored, in the format of Payload's local strategy. */
export type StoredPassword = { salt: string; hash: string }

// PBKDF2 runs in libuv's thread pool, which file reads and DNS use too. Two of the four threads stay free for
// file reads and DNS. Strangers (`isStranger` below) have a separate queue, so that many strangers do not delay others.
const limits = { running: 1, waiting: 6 }
const queues = {
  strangers: createConcurrencyLimiter(limits),
  others: createConcurrencyLimiter(limits),
}

const derive = promisify(pbkdf2)
const prefix = 'pbkdf2-sha256-v1:'
const iterations = 600_000
const bytes = 32
/** Hashes that Payload wrote before version 3.88 have no prefix. */
const legacy = { iterations: 25_000, bytes: 512 }

/**
 * Hashes a new password. This process computes at most two hashes at a time: one for a stranger, and one for
 * somebody else. Six more of each kind may wait.
 * @throws HttpError `unavailable` with Retry-After if six are waiting already
 */
export async function hashPassword(password: string): Promise<StoredPassword> {
  const salt = randomBytes(32).toString('hex')
  const hash = await queues.others.run(() => derive(password, salt, iterations, bytes, 'sha256'))
  return { salt, hash: prefix + hash.toString('hex') }
}

/**
 * Whether a password matches the stored hash. The check takes the same time if no password is stored, so that the
 * time does not reveal which accounts exist.
 * @param stored null for an unknown account
 * @param options.isStranger whether the person is neither signed in nor in a browser that signed in before
 * @throws HttpError `unavailable`, as for `hashPassword`
 */
export async function verifyPassword(
  password: string,
  stored: { salt: string | null; hash: string | null } | null,
  { isStranger }: { isStranger: boolean },
): Promise<boolean> {
  const { salt, hash } = stored ?? {}
  const isLegacy = Boolean(hash && !hash.startsWith(prefix))
  const parameters = isLegacy ? legacy : { iterations, bytes }
  const found = await queues[isStranger ? 'strangers' : 'others'].run(() =>
    derive(password, salt ?? 'unknown', parameters.iterations, parameters.bytes, 'sha256'),
  )
  if (!salt || !hash) return false
  const expected = Buffer.from(isLegacy ? hash : hash.slice(prefix.length), 'hex')
  return expected.length === found.length && timingSafeEqual(expected, found)
}
