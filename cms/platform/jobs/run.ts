import { setTimeout as sleep } from 'node:timers/promises'
import { isOutage } from '../http/foreign-errors.ts'
import { log } from '../runtime/log/log.ts'
import type { Job, JobContext } from './job.ts'

const outagePauseMs = 500

/**
 * Runs a job. Repeats it while the database is unavailable: an outage is not a failure of the job.
 * @param maxAttempts the number of attempts after which the job fails permanently
 * @throws the job's error, so that graphile-worker counts the attempt and retries the job
 */
export async function runJob(
  job: Job,
  data: unknown,
  context: JobContext,
  maxAttempts: number,
): Promise<void> {
  const { attempt, signal } = context
  const retryAt =
    attempt < maxAttempts ? new Date(Date.now() + 1000 * Math.exp(Math.min(attempt, 10))) : null
  for (;;) {
    try {
      return await attemptJob(job, data, context, retryAt)
    } catch (error) {
      if (signal.aborted || !isOutage(error)) throw error
      await sleep(outagePauseMs, undefined, { ref: false })
    }
  }
}

async function attemptJob(job: Job, data: unknown, context: JobContext, retryAt: Date | null) {
  const { attempt } = context
  try {
    await job.run(data, context)
  } catch (error) {
    if (isOutage(error)) throw error
    const message = retryAt ? 'a job failed and will be retried' : 'a job failed and is not retried'
    log[retryAt ? 'warn' : 'error']({ err: error, job: job.name, attempt }, message)
    await job.onFailure?.(data, { error, attempt, retryAt }, context)
    // After the last attempt, `onFailure` has reported the error to staff, so the job is done.
    if (!job.onFailure || retryAt) throw error
  }
}
