import { setTimeout as sleep } from 'node:timers/promises'
import { log } from '../log.ts'

export type Worker = {
  /** Runs the work at once, or right after the current run. */
  wake: () => void
  /**
   * Ends the loop after the current run. After five seconds it stops waiting, and the run's transaction is
   * rolled back.
   * @param also further work to wait for
   */
  stop: (also?: Promise<unknown>) => Promise<void>
}

const patienceMs = 5000

/**
 * Runs `work` repeatedly with a pause in between until it is stopped. An error does not end the
 * loop, because the database may be temporarily unavailable; repeated errors are logged once.
 */
export function startWorker(name: string, everyMs: number, work: () => Promise<unknown>): Worker {
  let isStopped = false
  let isFailing = false
  let isAtWork = false
  let isAwake = false
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()

  const turn = async () => {
    isAtWork = true
    isAwake = false
    try {
      await work()
      if (isFailing) log.info({ worker: name }, 'the worker recovered')
      isFailing = false
    } catch (error) {
      if (!isFailing) log.warn({ err: error, worker: name }, 'the worker failed and retries')
      isFailing = true
    }
    isAtWork = false
    if (!isStopped) plan(isAwake && !isFailing ? 0 : everyMs)
  }
  const plan = (inMs: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      running = turn()
    }, inMs)
  }
  plan(everyMs)
  return {
    wake: () => {
      if (isAtWork) isAwake = true
      else if (!isStopped && !isFailing) plan(0)
    },
    stop: async (also) => {
      isStopped = true
      clearTimeout(timer)
      const done = Promise.allSettled([running, also])
      await Promise.race([done, sleep(patienceMs, undefined, { ref: false })])
    },
  }
}
