import { expect } from 'vitest'

/**
 * Waits for concurrent actions. Expects that each one succeeds or fails with the code `conflict`.
 * @returns how many succeeded
 */
export async function countSuccesses(actions: Promise<unknown>[]): Promise<number> {
  const results = await Promise.allSettled(actions)
  const refusals = results.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'conflict' })
  return results.length - refusals.length
}
