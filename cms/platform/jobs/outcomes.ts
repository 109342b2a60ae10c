import { batched } from './batched.ts'

/**
 * Stores the outcomes of work in batches. Outcomes that could not be stored are stored with the next batch.
 * @param store stores a batch
 */
export function createOutcomes<Outcome>(store: (outcomes: Outcome[]) => Promise<void>) {
  let pending: Outcome[] = []
  const flush = batched(async (_: null[]) => {
    const batch = pending
    pending = []
    try {
      if (batch.length) await store(batch)
    } catch (error) {
      pending = [...batch, ...pending]
      throw error
    }
  })
  return {
    /** Adds an outcome, which is stored soon. */
    add: (outcome: Outcome): void => {
      pending.push(outcome)
      // If this fails, the next batch contains the outcome.
      flush(null).catch(() => {})
    },
    /** Stores the outcomes that are not stored yet. @throws the error of `store` */
    flush: () => flush(null),
  }
}
