import { setTimeout as sleep } from 'node:timers/promises'
import { log } from '../log.ts'

export type Worker = {
  /** Does the next turn at once; after the one that runs, where one does. */
  wake: () => void
  /**
   * Ends the loop when what is being done is done, or after five seconds; it is rolled back then.
   * @param also what it began and is to be waited for as well
   */
  stop: (also?: Promise<unknown>) => Promise<void>
}

const patienceMs = 5000

/**
 * Does `work` again and again until it is stopped, with a pause in between. What it throws is logged,
 * once for as long as it goes on, and is no reason to end: the database may be away for a while.
 */
export function startWorker(name: string, everyMs: number, work: () => Promise<unknown>): Worker {
  let stopped = false
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
    if (!stopped) plan(isAwake && !isFailing ? 0 : everyMs)
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
      else if (!stopped && !isFailing) plan(0)
    },
    stop: async (also) => {
      stopped = true
      clearTimeout(timer)
      const done = Promise.allSettled([running, also])
      await Promise.race([done, sleep(patienceMs, undefined, { ref: false })])
    },
  }
}
