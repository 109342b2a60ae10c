import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRow,
  findRows,
  hasRow,
  sql,
  withPreparation,
} from '../database/query.ts'
import type { RateLimit } from './rules.ts'

const counted = z.object({ taken: z.number(), seconds: z.number() })

export type AttemptCounter = { key: string; limit: RateLimit }

/**
 * Adds one attempt to each count, in one statement. A count starts again when its window is over. If the limit of one
 * count does not allow the attempt, the later counts are not changed.
 * @param counts at least one, with different keys
 * @returns for each count that got the attempt: the attempts so far, and the seconds until the window ends
 */
export function addAttempt(db: Database, counts: readonly AttemptCounter[]) {
  const added = counts.map(({ key, limit: { max, windowMs, fixed = false } }, index) => {
    const previous = counts[index - 1]
    const condition = previous
      ? sql`from ${nameOf(index - 1)} where taken <= ${previous.limit.max}`
      : sql``
    return sql`${nameOf(index)} as (
      insert into limits as known (key, taken, free_at)
      select ${key}::text, 1, now() + ${windowMs} * interval '1 ms' ${condition}
      on conflict (key) do update set
        taken = case when known.free_at <= now() then 1 else known.taken + 1 end,
        free_at = case when known.free_at <= now() or (known.taken < ${max} and not ${fixed})
                       then excluded.free_at else known.free_at end
      returning taken, ceil(extract(epoch from free_at - now()))::int as seconds)`
  })
  const rows = counts.map((_, index) => sql`select ${index}::int as index, * from ${nameOf(index)}`)
  return findRows(withPreparation(db), counted)`
    with ${sql.join(added, sql`, `)} ${sql.join(rows, sql` union all `)} order by index`
}

const nameOf = (index: number) => sql.raw(`count_${index}`)

/**
 * Adds several attempts to a count and restarts its window, if the limit allows all of them.
 * @returns false if the limit does not allow them; then none of them is counted
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

/** The attempts in the current window of a count, and the seconds until the window ends; null without attempts. */
export const findCount = (db: Database, key: string) =>
  findRow(db, counted)`
    select taken, ceil(extract(epoch from free_at - now()))::int as seconds from limits
     where key = ${key} and free_at > now()`

/** Deletes a count. @returns the attempts that had been counted in its current window */
export async function deleteCount(db: Database, key: string): Promise<number> {
  const query = findRow(db, column(z.number()))
  return (
    (await query`delete from limits where key = ${key}
    returning case when free_at > now() then taken else 0 end`) ?? 0
  )
}

export const deleteExpiredCounts = (db: Database) =>
  execute(db)`delete from limits where free_at < now() - interval '1 hour'`
