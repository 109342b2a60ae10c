import type { Payload } from 'payload'
import { type Executor, rows, sql } from '../database/sql.ts'

/**
 * `most` tries; after the last one nothing goes for `restMs`. Each try within that time counts on; or,
 * where `within` is set, the time is counted from the first, and all begins anew when it is over.
 */
export type Limit = { most: number; restMs: number; within?: boolean }

type Taken = {
  /** Tries so far. */
  taken: number
  /** For how many seconds no more are made, null where this one may be. */
  retryAfterSeconds: number | null
}

/**
 * Counts one try before it is made, so that many at the same moment are not let through together.
 * It counts in every process and outlives them all. What is refused does not make the wait longer.
 * @param key what is counted; kept as it is, so nothing secret
 */
export async function takeTry(payload: Payload, key: string, limit: Limit): Promise<Taken> {
  return takenOf(await rows(payload, counting(key, limit)), limit)
}

/** The same within a transaction: counted if that is committed, by one transaction at a time. */
export async function takeTryWith(db: Executor, key: string, limit: Limit): Promise<Taken> {
  return takenOf((await db.execute(counting(key, limit))).rows, limit)
}

const counting = (key: string, { most, restMs, within = false }: Limit) =>
  sql`insert into limits as known (key, taken, free_at)
      values (${key}, 1, now() + ${restMs} * interval '1 ms')
      on conflict (key) do update set
        taken = case when known.free_at <= now() then 1 else known.taken + 1 end,
        free_at = case when known.free_at <= now() or (known.taken < ${most} and not ${within})
                       then excluded.free_at else known.free_at end
      returning taken, ceil(extract(epoch from free_at - now()))::int as seconds`

function takenOf([row]: Record<string, unknown>[], { most }: Limit): Taken {
  const { taken = 1, seconds = 0 } = (row ?? {}) as { taken?: number; seconds?: number }
  return { taken, retryAfterSeconds: taken > most ? Math.max(1, seconds) : null }
}

/** Undoes one try that turned out to be none. */
export async function giveTryBack(payload: Payload, key: string): Promise<void> {
  await rows(payload, sql`update limits set taken = greatest(0, taken - 1) where key = ${key}`)
}

/** Begins anew. @returns how many tries had been counted */
export async function forgetTries(payload: Payload, key: string): Promise<number> {
  const [row] = await rows<{ taken: number }>(
    payload,
    sql`delete from limits where key = ${key} returning taken`,
  )
  return row?.taken ?? 0
}

/** Throws away what no longer counts. */
export async function dropOldTries(payload: Payload): Promise<void> {
  await rows(payload, sql`delete from limits where free_at < now() - interval '1 hour'`)
}
