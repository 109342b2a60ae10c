import type { Payload } from 'payload'
import type { z } from 'zod'

/**
 * What a job is called and what it carries. Code that only enqueues a job imports this; `Job` adds the
 * code that runs.
 */
export type JobType<Data> = {
  /** Unique, `<feature>.<verb>`. It is stored with what waits, so it never changes. */
  name: string
  /** Checked before each run. Left out where the job carries nothing. */
  data?: z.ZodType<Data>
  /** Runs that may fail before the job is given up; the pause after the n-th is e^n seconds. */
  attempts?: number
}

export type JobContext = {
  payload: Payload
  /** Aborted when the process stops. The job may end then; it is run again by another process. */
  signal: AbortSignal
  /** 1 for the first run. A run whose process died does not count. */
  attempt: number
}

export type JobFailure = {
  error: unknown
  attempt: number
  /** When the job runs again; null where it is given up. */
  retryAt: Date | null
}

/** A job as a feature declares it in its `jobs.ts`. */
export type Job<Data = unknown> = JobType<Data> & {
  /** Cron, five fields, on the venue's clock: enqueued once at each such minute. */
  schedule?: string
  /** Also enqueued whenever a process starts. */
  atStart?: boolean
  /**
   * Runs at least once: a process that dies before its job is marked as done leaves it to another one.
   * What it changes is therefore one transaction that finds nothing left to do the second time.
   */
  run: (data: Data, context: JobContext) => Promise<unknown>
  /** Records a failure where staff see it. With it a job that is given up is no alarm. */
  onFailure?: (data: Data, failure: JobFailure, context: JobContext) => Promise<unknown>
}

/** A job that runs each minute, and whenever a process starts. */
export const everyMinute = (name: string, run: (payload: Payload) => Promise<unknown>): Job =>
  defineJob({ name, schedule: '* * * * *', atStart: true, run: (_, { payload }) => run(payload) })

/** Checks a job against its own data type, then forgets the type so that jobs fit into one list. */
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
