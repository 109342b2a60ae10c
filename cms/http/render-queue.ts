import { HttpError } from './errors.ts'

/**
 * Runs at most `atOnce` works at a time. As many as `waiting` more wait for their turn, in the order in
 * which they came; the next one is refused, because its client would wait too long.
 * @returns a function that runs one; it throws HttpError `unavailable` if the queue is full
 */
export function createQueue({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  let running = 0
  const queue: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running++
    else if (queue.length >= waiting) throw busy()
    // Who ends hands its place to the first that waits.
    else await new Promise<void>((resolve) => queue.push(resolve))
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
}

export type Queue = ReturnType<typeof createQueue>

const busy = () =>
  new HttpError('unavailable', 'Too many people are here at once. Please try again shortly.', {
    headers: { 'retry-after': '2' },
  })
