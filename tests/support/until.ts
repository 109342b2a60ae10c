import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Asks again and again until the answer is right.
 * @param withinMs the limit that is being tested, or a generous one where none is
 * @throws Error with the last answer when time is up
 */
export async function until<T>(
  ask: () => Promise<T>,
  isRight: (answer: T) => boolean,
  withinMs = 20_000,
): Promise<T> {
  const deadline = performance.now() + withinMs
  for (;;) {
    const answer = await ask()
    if (isRight(answer)) return answer
    if (performance.now() > deadline) {
      const last = JSON.stringify(answer)?.slice(0, 500)
      throw new Error(`Not within ${withinMs} ms; the last answer was ${last}`)
    }
    await sleep(20)
  }
}
