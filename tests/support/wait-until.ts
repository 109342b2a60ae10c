import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Polls `read` every 20 ms until `isDone` accepts the value.
 * @param withinMs the timeout in milliseconds
 * @throws Error with the last value after `withinMs`
 */
export async function waitUntil<T>(
  read: () => Promise<T>,
  isDone: (answer: T) => boolean,
  withinMs = 60_000,
): Promise<T> {
  const deadline = performance.now() + withinMs
  for (;;) {
    const answer = await read()
    if (isDone(answer)) return answer
    if (performance.now() > deadline) {
      const last = JSON.stringify(answer)?.slice(0, 500)
      throw new Error(`Timed out after ${withinMs} ms. The last value was ${last}.`)
    }
    await sleep(20)
  }
}
