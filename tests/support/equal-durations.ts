/**
 * Repeats calls until their fastest durations are about equal. More rounds remove differences caused by load, but
 * not differences between the calls.
 * @param calls the calls by name. Each round runs them one after the other.
 * @param ratio the largest allowed ratio of two fastest durations
 * @param beforeRound runs before each round
 * @throws Error with the fastest durations if they still differ after the last round
 */
export async function expectEqualDurations(
  calls: Record<string, (round: number) => Promise<unknown>>,
  ratio: number,
  { rounds = 30, beforeRound }: { rounds?: number; beforeRound?: () => Promise<unknown> } = {},
): Promise<void> {
  const fastest = new Map<string, number>()
  for (let round = 0; round < rounds; round++) {
    await beforeRound?.()
    for (const [name, call] of Object.entries(calls)) {
      const startedAt = performance.now()
      await call(round)
      const ms = performance.now() - startedAt
      fastest.set(name, Math.min(fastest.get(name) ?? ms, ms))
    }
    const all = [...fastest.values()]
    if (round >= 4 && Math.max(...all) / Math.min(...all) <= ratio) return
  }
  throw new Error(`The durations in ms differ: ${JSON.stringify(Object.fromEntries(fastest))}`)
}
