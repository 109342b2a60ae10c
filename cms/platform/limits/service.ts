import type { Database } from '../database/query.ts'
import type { HttpError } from '../http/errors.ts'
import {
  type AttemptCounter,
  addAttempt,
  addAttempts,
  deleteCount,
  findCount,
  removeAttempt,
} from './queries.ts'
import type { RateLimit } from './rules.ts'

export type Attempts = {
  /** Counted attempts in this window. `countAttempt` includes the attempt that it counts. */
  count: number
  /**
   * Seconds until an attempt is allowed; null if it is allowed now. For `countAttempt` this is about the attempt
   * that it counts, for `attemptsOf` about the next attempt.
   */
  retryAfterSeconds: number | null
}

/**
 * Counts an attempt before it is made, so that concurrent attempts cannot pass the limit together.
 * Counts are shared by all processes. Within a transaction, the attempt is counted only if the transaction
 * commits.
 * @param key names what is counted. It is stored unchanged, so it must contain nothing personal or secret
 */
export async function countAttempt(db: Database, key: string, limit: RateLimit): Promise<Attempts> {
  const { counts, retryAfterSeconds } = await countAttemptInLimits(db, [{ key, limit }])
  return { count: counts[0] ?? 0, retryAfterSeconds }
}

/**
 * Counts an attempt like `countAttempt`, but for several limits one after the other, in one statement. If a limit
 * refuses the attempt, the later limits do not count it.
 * @param limits with different keys. All calls must list keys that they share in the same order, to prevent deadlocks
 * @returns `counts`: for each limit that counted this attempt, the attempts in its window; `retryAfterSeconds`: seconds
 *   until the limit that refused this attempt allows one, null if no limit refused it
 */
export async function countAttemptInLimits(
  db: Database,
  limits: readonly AttemptCounter[],
): Promise<{ counts: number[]; retryAfterSeconds: number | null }> {
  const rows = limits.length ? await addAttempt(db, limits) : []
  const { taken = 0, seconds = 0 } = rows.at(-1) ?? {}
  const isRefused = taken > (limits[rows.length - 1]?.limit.max ?? 0)
  return {
    counts: rows.map((row) => row.taken),
    retryAfterSeconds: isRefused ? Math.max(1, seconds) : null,
  }
}

/** Counts an attempt like `countAttempt`. @throws `refusal`, with Retry-After, if the attempt is not allowed */
export async function countAttemptOrThrow(
  db: Database,
  key: string,
  limit: RateLimit,
  refusal: HttpError,
): Promise<void> {
  const { retryAfterSeconds } = await countAttempt(db, key, limit)
  if (retryAfterSeconds !== null) throw refusal.withRetryAfter(retryAfterSeconds)
}

/** Reads a count without adding an attempt. After `limit.max` attempts, the next one is not allowed. */
export async function attemptsOf(db: Database, key: string, limit: RateLimit): Promise<Attempts> {
  const { taken = 0, seconds = 0 } = (await findCount(db, key)) ?? {}
  return { count: taken, retryAfterSeconds: taken >= limit.max ? Math.max(1, seconds) : null }
}

/**
 * Counts several attempts at once, for example one for each guest of a party, if the limit allows all of them.
 * @param key as for `countAttempt`
 * @returns false if the limit does not allow all of them; then none is counted
 */
export const countSeveralAttempts = addAttempts

/** Removes one or several attempts that should not count. */
export const undoAttempt = removeAttempt

/** Resets a count to zero. @returns the number of attempts before */
export const resetAttempts = deleteCount
