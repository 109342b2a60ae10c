import { HttpError } from '../http/errors.ts'

/**
 * Limits how much work of a kind runs at the same time in this process.
 * @param limits.running pieces of work that run at the same time
 * @param limits.waiting pieces of work that wait for their turn, first come, first served
 */
export function createConcurrencyLimiter(limits: { running: number; waiting: number }) {
  let running = 0
  const queue: (() => void)[] = []
  // Finished work passes its slot to the first in the queue and leaves `running` unchanged, so that new work
  // cannot take the slot.
  const leave = () => {
    const next = queue.shift()
    if (next) next()
    else running--
  }
  /**
   * Waits for a slot.
   * @returns a function that frees the slot; it must be called once
   * @throws HttpError `unavailable` with Retry-After if too much work is waiting
   */
  const enter = async (): Promise<() => void> => {
    if (running < limits.running) running++
    else {
      if (queue.length >= limits.waiting) {
        throw new HttpError(
          'unavailable',
          'Too many people are doing this right now. Please try again in a moment.',
        ).withRetryAfter(2)
      }
      await new Promise<void>((resolve) => queue.push(resolve))
    }
    return leave
  }
  return {
    enter,
    isIdle: (): boolean => running === 0,
    /** @throws HttpError as `enter` does; or an error of `work` */
    async run<T>(work: () => Promise<T>): Promise<T> {
      await enter()
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}

/** Limits work as `createConcurrencyLimiter` does, for each key on its own. */
export function createKeyedLimiter<Key>(limits: { running: number; waiting: number }) {
  const limiters = new Map<Key, ConcurrencyLimiter>()
  return {
    /** @throws HttpError as `enter` does; or an error of `work` */
    async run<T>(key: Key, work: () => Promise<T>): Promise<T> {
      const limiter = limiters.get(key) ?? createConcurrencyLimiter(limits)
      limiters.set(key, limiter)
      try {
        return await limiter.run(work)
      } finally {
        if (limiter.isIdle()) limiters.delete(key)
      }
    },
  }
}

export type ConcurrencyLimiter = ReturnType<typeof createConcurrencyLimiter>
