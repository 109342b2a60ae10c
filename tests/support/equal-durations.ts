/**
 * Repeats calls until their fastest durations are equal: differences caused by load disappear with
 * more rounds, differences between the calls do not.
 * @param calls what to do in each round, by name; one after the other
 * @param ratio how many times as long as another one a call may take
 * @param before what to do before each round
 * @throws Error with the fastest of each when they still differ after so many rounds
 */
export async function expectEqualDurations(
  calls: Record<string, (round: number) => Promise<unknown>>,
  ratio: number,
  { rounds = 30, before }: { rounds?: number; before?: () => Promise<unknown> } = {},
): Promise<void> {
  const fastest = new Map<string, number>()
  for (let round = 0; round < rounds; round++) {
    await before?.()
    for (const [name, call] of Object.entries(calls)) {
      const startedAt = performance.now()
      await call(round)
      const ms = performance.now() - startedAt
      fastest.set(name, Math.min(fastest.get(name) ?? ms, ms))
    }
    const all = [...fastest.values()]
    if (round >= 4 && Math.max(...all) / Math.min(...all) <= ratio) return
  }
  throw new Error(`Not as long as each other: ${JSON.stringify(Object.fromEntries(fastest))}`)
}
