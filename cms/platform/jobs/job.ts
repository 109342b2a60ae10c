import type { Payload } from 'payload'
import type { z } from 'zod'

/**
 * The name and data type of a job. Code that only enqueues a job imports this; `Job` adds the code
 * that runs.
 */
export type JobType<Data> = {
  /** Unique, `<feature>.<verb>`. It must never change, because it is stored with waiting jobs. */
  name: string
  /** Schema of the data, checked before each run. Omitted if the job has no data. */
  data?: z.ZodType<Data>
  /** The maximum number of attempts; the pause after the n-th is e^n seconds. */
  attempts?: number
}

export type JobContext = {
  payload: Payload
  /** Aborted when the process stops. The job may end early; another process runs it again. */
  signal: AbortSignal
  /** 1 for the first run. A run that ended because its process died is not counted. */
  attempt: number
}

export type JobFailure = {
  error: unknown
  attempt: number
  /** When the job runs again; null after the last attempt. */
  retryAt: Date | null
}

/** A job as a feature declares it in its `jobs.ts`. */
export type Job<Data = unknown> = JobType<Data> & {
  /** A cron expression of five fields, on the venue's clock. The job is enqueued once at each such minute. */
  schedule?: string
  /** Whether the job is also enqueued whenever a process starts. */
  atStart?: boolean
  /**
   * Runs at least once: if a process dies before the job is marked as done, another process runs the job
   * again. The job must therefore make its changes in one idempotent transaction.
   */
  run: (data: Data, context: JobContext) => Promise<unknown>
  /**
   * Records a failure where staff see it. With this handler, a permanently failed job raises no
   * alarm.
   */
  onFailure?: (data: Data, failure: JobFailure, context: JobContext) => Promise<unknown>
}

/** A job that runs each minute, and whenever a process starts. */
export const everyMinute = (name: string, run: (payload: Payload) => Promise<unknown>): Job =>
  defineJob({ name, schedule: '* * * * *', atStart: true, run: (_, { payload }) => run(payload) })

/** Checks a job against its own data type. The result has no data type, so that all jobs fit into one list. */
export function defineJob<Data>(job: Job<Data>): Job {
  const parse = (data: unknown) => (job.data ? job.data.parse(data) : (null as Data))
  return {
    name: job.name,
    attempts: job.attempts,
    schedule: job.schedule,
    atStart: job.atStart,
    run: (data, context) => job.run(parse(data), context),
    onFailure:
      job.onFailure && ((data, failure, context) => job.onFailure?.(parse(data), failure, context)),
  } as Job
}
