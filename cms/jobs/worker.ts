import { setTimeout as sleep } from 'node:timers/promises'
import { log } from '../log.ts'

export type Worker = {
  /** Ends the loop when what is being done is done, or after five seconds; it is rolled back then. */
  stop: () => Promise<void>
}

const patienceMs = 5000

/**
 * Does `work` again and again until it is stopped, with a pause in between. What it throws is logged,
 * once for as long as it goes on, and is no reason to end: the database may be away for a while.
 */
export function startWorker(name: string, everyMs: number, work: () => Promise<unknown>): Worker {
  let stopped = false
  let isFailing = false
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()

  const turn = async () => {
    try {
      await work()
      if (isFailing) log.info({ worker: name }, 'the worker goes on')
      isFailing = false
    } catch (error) {
      if (!isFailing) log.warn({ err: error, worker: name }, 'the worker fails and tries again')
      isFailing = true
    }
    if (!stopped) plan()
  }
  const plan = () => {
    timer = setTimeout(() => {
      running = turn()
    }, everyMs)
  }
  plan()
  return {
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await Promise.race([running, sleep(patienceMs, undefined, { ref: false })])
    },
  }
}
