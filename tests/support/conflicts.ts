import { expect } from 'vitest'

/**
 * Runs concurrent actions of which those that fail must fail with a conflict.
 * @returns how many succeeded
 */
export async function countBesideConflicts(actions: Promise<unknown>[]): Promise<number> {
  const results = await Promise.allSettled(actions)
  const refusals = results.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'conflict' })
  return results.length - refusals.length
}
