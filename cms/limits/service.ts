import type { Database } from '../database/query.ts'
import type { HttpError } from '../http/errors.ts'
import { addAttempt, deleteCount, findCount, removeAttempt } from './queries.ts'
import type { RateLimit } from './rules.ts'

export type Attempts = {
  /** Attempts in this window, this one included. */
  count: number
  /** Seconds until the next attempt is allowed; null if this one is. */
  retryAfterSeconds: number | null
}

/**
 * Counts an attempt before it is made, so that concurrent attempts cannot pass the limit together.
 * Counts are shared by all processes. In a transaction the attempt counts if it is committed.
 * @param key what is counted; it is stored as it is, so it must contain nothing personal or secret
 */
export async function countAttempt(db: Database, key: string, limit: RateLimit): Promise<Attempts> {
  const { taken, seconds } = await addAttempt(db, key, limit)
  return { count: taken, retryAfterSeconds: taken > limit.max ? Math.max(1, seconds) : null }
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

/** Reads the number of counted attempts, without counting one. At `limit.max` the limit is used up. */
export async function attemptsOf(db: Database, key: string, limit: RateLimit): Promise<Attempts> {
  const { taken = 0, seconds = 0 } = (await findCount(db, key)) ?? {}
  return { count: taken, retryAfterSeconds: taken >= limit.max ? Math.max(1, seconds) : null }
}

/** Removes an attempt that should not count. */
export const undoAttempt = removeAttempt

/** Resets a count. @returns the previous number of attempts */
export const resetAttempts = deleteCount
