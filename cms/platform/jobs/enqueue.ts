import { type Database, sql } from '../database/query.ts'
import type { JobType } from './job.ts'

const defaultAttempts = 25

export type EnqueueOptions = {
  /** At most one waiting job has this key. A later job with the key replaces it, even if their types differ. */
  key?: string
  /** Default: at once. */
  runAt?: Date
  /** Whether a waiting job with the same key keeps its run time when its data is replaced. */
  keepsRunTime?: boolean
}

/**
 * Adds a job in the transaction of `db`. When the transaction commits, the job exists and other processes
 * are notified. A running job with the same key is not replaced, but it loses its key and its further attempts, and the
 * new job may run at the same time.
 */
export async function enqueue<Data>(
  db: Database,
  { name, attempts = defaultAttempts }: JobType<Data>,
  data: Data,
  { key, runAt, keepsRunTime = false }: EnqueueOptions = {},
): Promise<void> {
  await db.execute(sql`
    select from graphile_worker.add_job(
      ${name}, payload => ${JSON.stringify(data)}::json, max_attempts => ${attempts}::int,
      run_at => ${runAt?.toISOString() ?? null}::timestamptz, job_key => ${key ?? null}::text,
      job_key_mode => ${keepsRunTime ? 'preserve_run_at' : 'replace'})`)
}

/**
 * Adds those of the given jobs that are neither waiting nor running. The caller passes jobs whose work is not done:
 * they were never added, were lost, or used up their attempts. The jobs are added in the order of their keys, so
 * processes that add the same jobs do not deadlock.
 */
export async function enqueueMissing<Data>(
  db: Database,
  { name, attempts = defaultAttempts }: JobType<Data>,
  jobs: { key: string; data: Data }[],
): Promise<void> {
  if (!jobs.length) return
  await db.execute(sql`
    select (select max(id) from graphile_worker.add_job(
             ${name}, payload => missing.data, max_attempts => ${attempts}::int,
             job_key => missing.key))
      from (select * from jsonb_to_recordset(${JSON.stringify(jobs)}::jsonb) as job (key text, data json)
             order by key) as missing
     where not exists (select from graphile_worker.jobs as job
                        where job.key = missing.key
                          and (job.locked_at is not null or job.attempts < job.max_attempts))`)
}
