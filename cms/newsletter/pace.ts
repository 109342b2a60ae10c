import { setTimeout as sleep } from 'node:timers/promises'

const usualMs = 250

/**
 * Does work that takes a little longer for some addresses than for others, and answers when the time
 * it always takes is over: the answer's time tells nobody which address is known.
 */
export async function atOnePace<T>(work: () => Promise<T>): Promise<T> {
  const over = sleep(usualMs)
  try {
    return await work()
  } finally {
    await over
  }
}
