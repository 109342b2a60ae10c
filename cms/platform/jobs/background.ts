import { setTimeout as sleep } from 'node:timers/promises'
import { log } from '../runtime/log/log.ts'

export type WorkerLoop = {
  /** Runs the work at once, or right after the current run. Has no effect if the last run failed. */
  wake: () => void
  /**
   * Ends the loop after the current run, and waits for this run for at most five seconds. The transaction of
   * a longer run is rolled back when the process ends.
   * @param otherWork `stop` waits for this work too, within the same five seconds
   */
  stop: (otherWork?: Promise<unknown>) => Promise<void>
}

const stopTimeoutMs = 5000

/**
 * Runs `work` repeatedly until the worker is stopped, with a pause before each run. An error does not end the
 * loop, because the database may be temporarily unavailable; repeated errors are logged once.
 * @param name for the log
 */
export function startWorker(
  name: string,
  pauseMs: number,
  work: () => Promise<unknown>,
): WorkerLoop {
  let isStopped = false
  let isFailing = false
  let isRunning = false
  let isWakeRequested = false
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()

  const runOnce = async () => {
    isRunning = true
    isWakeRequested = false
    try {
      await work()
      if (isFailing) log.info({ worker: name }, 'the worker recovered')
      isFailing = false
    } catch (error) {
      if (!isFailing) log.warn({ err: error, worker: name }, 'the worker failed and retries')
      isFailing = true
    }
    isRunning = false
    if (!isStopped) schedule(isWakeRequested && !isFailing ? 0 : pauseMs)
  }
  const schedule = (inMs: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      running = runOnce()
    }, inMs)
  }
  schedule(pauseMs)
  return {
    wake: () => {
      if (isRunning) isWakeRequested = true
      else if (!isStopped && !isFailing) schedule(0)
    },
    stop: async (otherWork) => {
      isStopped = true
      clearTimeout(timer)
      const done = Promise.allSettled([running, otherWork])
      await Promise.race([done, sleep(stopTimeoutMs, undefined, { ref: false })])
    },
  }
}
