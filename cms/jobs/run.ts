import { setTimeout as sleep } from 'node:timers/promises'
import { translateForeign } from '../http/foreign-errors.ts'
import { log } from '../log.ts'
import type { Job, JobContext } from './job.ts'

const outagePauseMs = 500

/**
 * Runs a job once, and again while the database is away: an outage is no failure of the job.
 * @param mostAttempts after which the job is given up
 * @throws what the job threw, for the library to count and to retry
 */
export async function runJob(
  job: Job,
  data: unknown,
  context: JobContext,
  mostAttempts: number,
): Promise<void> {
  const { attempt, signal } = context
  const retryAt =
    attempt < mostAttempts ? new Date(Date.now() + 1000 * Math.exp(Math.min(attempt, 10))) : null
  for (;;) {
    try {
      return await attemptJob(job, data, context, retryAt)
    } catch (error) {
      if (signal.aborted || translateForeign(error)?.code !== 'unavailable') throw error
      await sleep(outagePauseMs, undefined, { ref: false })
    }
  }
}

async function attemptJob(job: Job, data: unknown, context: JobContext, retryAt: Date | null) {
  const { attempt } = context
  try {
    await job.run(data, context)
  } catch (error) {
    if (translateForeign(error)?.code === 'unavailable') throw error
    const message = retryAt ? 'a job failed and will be retried' : 'a job failed and is not retried'
    log[retryAt ? 'warn' : 'error']({ err: error, job: job.name, attempt }, message)
    await job.onFailure?.(data, { error, attempt, retryAt }, context)
    // Given up and shown to staff, it is done.
    if (!job.onFailure || retryAt) throw error
  }
}
