import type { Database } from '../database/query.ts'
import type { HttpError } from '../http/errors.ts'
import {
  addAttempt,
  addAttempts,
  type Count,
  deleteCount,
  findCount,
  removeAttempt,
} from './queries.ts'
import type { RateLimit } from './rules.ts'

export type Attempts = {
  /** Counted attempts in this window. `countAttempt` includes the one that it counts. */
  count: number
  /**
   * Seconds until an attempt is allowed. Null if the attempt is allowed: for `countAttempt` the one that it
   * counts, for `attemptsOf` the next one.
   */
  retryAfterSeconds: number | null
}

/**
 * Counts an attempt before it is made, so that concurrent attempts cannot pass the limit together.
 * Counts are shared by all processes. Within a transaction, the attempt is counted only if the transaction
 * commits.
 * @param key what is counted; it is stored as it is, so it must contain nothing personal or secret
 */
export async function countAttempt(db: Database, key: string, limit: RateLimit): Promise<Attempts> {
  const { counts, retryAfterSeconds } = await countAttempts(db, [{ key, limit }])
  return { count: counts[0] ?? 0, retryAfterSeconds }
}

/**
 * Counts an attempt for several limits, as `countAttempt`, one after the other in one statement. If a limit does not allow
 * the attempt, the later ones do not count it.
 * @param limits their keys differ. Statements that share keys must have them in the same order, or they deadlock
 * @returns `counts`: the attempts in the window of each limit that counted this one; `retryAfterSeconds`: seconds until
 *   the limit that refused it allows one, null if none refused it
 */
export async function countAttempts(
  db: Database,
  limits: readonly Count[],
): Promise<{ counts: number[]; retryAfterSeconds: number | null }> {
  const rows = limits.length ? await addAttempt(db, limits) : []
  const { taken = 0, seconds = 0 } = rows.at(-1) ?? {}
  const isRefused = taken > (limits[rows.length - 1]?.limit.max ?? 0)
  return {
    counts: rows.map((row) => row.taken),
    retryAfterSeconds: isRefused ? Math.max(1, seconds) : null,
  }
}

/** Counts an attempt, as `countAttempt`. @throws `refusal`, with Retry-After, if it is not allowed */
export async function requireAttempt(
  db: Database,
  key: string,
  limit: RateLimit,
  refusal: HttpError,
): Promise<void> {
  const { retryAfterSeconds } = await countAttempt(db, key, limit)
  if (retryAfterSeconds !== null) throw refusal.retryAfter(retryAfterSeconds)
}

/** Reads a count without adding an attempt. After `limit.max` attempts, the next one is not allowed. */
export async function attemptsOf(db: Database, key: string, limit: RateLimit): Promise<Attempts> {
  const { taken = 0, seconds = 0 } = (await findCount(db, key)) ?? {}
  return { count: taken, retryAfterSeconds: taken >= limit.max ? Math.max(1, seconds) : null }
}

/**
 * Counts an attempt that is worth several, such as a party of guests, if the limit allows all of them.
 * @param key as for `countAttempt`
 * @returns false if it does not; then none is counted
 */
export const countSeveral = addAttempts

/** Removes an attempt that should not count, or several. */
export const undoAttempt = removeAttempt

/** Resets a count. @returns the previous number of attempts */
export const resetAttempts = deleteCount
