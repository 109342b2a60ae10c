import { z } from 'zod'
import { column, type Database, execute, findRow, hasRow, requireRow } from '../database/query.ts'
import type { RateLimit } from './rules.ts'

const counted = z.object({ taken: z.number(), seconds: z.number() })

/**
 * Adds one attempt to a count, or starts a new count after the window.
 * @returns the attempts so far and the seconds until the window ends
 */
export const addAttempt = (db: Database, key: string, { max, windowMs, fixed }: RateLimit) =>
  requireRow(db, counted)`
    insert into limits as known (key, taken, free_at)
    values (${key}, 1, now() + ${windowMs} * interval '1 ms')
    on conflict (key) do update set
      taken = case when known.free_at <= now() then 1 else known.taken + 1 end,
      free_at = case when known.free_at <= now() or (known.taken < ${max} and not ${fixed ?? false})
                     then excluded.free_at else known.free_at end
    returning taken, ceil(extract(epoch from free_at - now()))::int as seconds`

/**
 * Adds an attempt that counts for several, if the limit allows all of them, and restarts the window.
 * @returns false if it does not; then none is counted
 */
export const addAttempts = (
  db: Database,
  key: string,
  count: number,
  { max, windowMs }: RateLimit,
) =>
  hasRow(db)`
    insert into limits as known (key, taken, free_at)
    select ${key}, ${count}::int, now() + ${windowMs} * interval '1 ms' where ${count}::int <= ${max}::int
    on conflict (key) do update set
      taken = case when known.free_at <= now() then 0 else known.taken end + excluded.taken,
      free_at = excluded.free_at
      where known.free_at <= now() or known.taken + excluded.taken <= ${max}::int
    returning taken`

export const removeAttempt = (db: Database, key: string, count = 1) =>
  execute(db)`update limits set taken = greatest(0, taken - ${count}::int) where key = ${key}`

/** The attempts of a count whose window has not ended, and the seconds until then; null if there are none. */
export const findCount = (db: Database, key: string) =>
  findRow(db, counted)`
    select taken, ceil(extract(epoch from free_at - now()))::int as seconds from limits
     where key = ${key} and free_at > now()`

/** Deletes a count. @returns the attempts that had been counted */
export async function deleteCount(db: Database, key: string): Promise<number> {
  const query = findRow(db, column(z.number()))
  return (await query`delete from limits where key = ${key} returning taken`) ?? 0
}

export const deleteExpiredCounts = (db: Database) =>
  execute(db)`delete from limits where free_at < now() - interval '1 hour'`
