import { type Database, sql } from '../database/query.ts'

/** Without a heartbeat for this long, waiting jobs count as late. */
export const silentAfterMs = 2 * 60_000

/** A subquery: when a process last polled for jobs; null if none ever has. */
export const lastHeartbeat = sql`(select beat_at from worker_beats where worker = 'jobs')`

/** SQL condition: no process has polled for jobs for `silentAfterMs`. */
export const isSilent = sql`
  coalesce(${lastHeartbeat} < now() - ${silentAfterMs} * interval '1 ms', true)`

const everyMs = 10_000

/** Records, at most every ten seconds, that this process has polled for jobs. */
export function createHeartbeat(db: Database): () => Promise<void> {
  let nextAt = 0
  return async () => {
    if (performance.now() < nextAt) return
    nextAt = Number.POSITIVE_INFINITY
    try {
      await db.execute(sql`
        insert into worker_beats (worker, beat_at) values ('jobs', now())
        on conflict (worker) do update set beat_at = now()`)
    } finally {
      nextAt = performance.now() + everyMs
    }
  }
}

/** The number of jobs that failed permanently. Jobs with `onFailure` are not counted: they report their failures. */
export async function countFailedJobs(db: Database): Promise<number> {
  const { rows } = await db.execute(sql`
    select count(*)::int as count from graphile_worker.jobs
     where attempts >= max_attempts and locked_at is null`)
  return Number(rows[0]?.count ?? 0)
}

export type QueueState = {
  /** Jobs that are running, or are due now or later. */
  unfinished: number
  /** The waiting jobs that failed before and are not running now. */
  repeated: number
  failedPermanently: number
  /** When a process last polled for jobs; null if none ever has. */
  beatAt: Date | null
}

export async function findQueueState(db: Database): Promise<QueueState> {
  const { rows } = await db.execute(sql`
    select count(*) filter (where attempts < max_attempts)::int as waiting,
           count(*) filter (where attempts between 1 and max_attempts - 1 and locked_at is null)::int
             as repeated,
           count(*) filter (where attempts >= max_attempts and locked_at is null)::int as failed_permanently,
           ${lastHeartbeat} as beat_at
      from graphile_worker.jobs`)
  const [row] = rows
  return {
    unfinished: Number(row?.waiting ?? 0),
    repeated: Number(row?.repeated ?? 0),
    failedPermanently: Number(row?.failed_permanently ?? 0),
    beatAt: row?.beat_at ? new Date(row.beat_at as string) : null,
  }
}
