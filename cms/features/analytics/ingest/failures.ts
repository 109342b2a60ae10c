import { z } from 'zod'

/** Classes of PostgreSQL errors for values that can't be stored. */
const valueErrors = ['22', '23', '54']
/** PostgreSQL's code for a row without a partition. Partitions are missing after a restore, or if they were dropped. */
const noPartition = '23514'

/**
 * Whether storing the same rows again would fail too. Such rows are refused, so that other rows do not wait for ever.
 */
export function isPermanent(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof TypeError || each instanceof RangeError) return true
    if (each instanceof z.ZodError) return true
    const { code } = each as { code?: unknown }
    if (typeof code === 'string' && code !== noPartition && code.length === 5) {
      if (valueErrors.includes(code.slice(0, 2))) return true
    }
  }
  return false
}
