import { LRUCache } from 'lru-cache'

/** A bucket that fills with `rate` units per second and holds `burst` units. */
export type Budget = { key: string; rate: number; burst: number }
type Bucket = { left: number; at: number }

const debtSeconds = 10

/** Token buckets in the memory of this process. The least recently used ones are dropped. */
export class TokenBuckets {
  private readonly buckets = new LRUCache<string, Bucket>({ max: 20_000 })
  private readonly now: () => number

  /** @param now the time in milliseconds */
  constructor(now: () => number) {
    this.now = now
  }

  /**
   * Takes units from each bucket, or from none if one of them has too few. A refused request creates no bucket.
   * @returns seconds to wait for the first bucket that has too few; 0 if the units were taken
   */
  take(budgets: readonly Budget[], cost: number): number {
    const at = this.now()
    for (const budget of budgets) {
      const left = this.unitsIn(budget, cost, at)
      if (left < cost) return Math.ceil((cost - left) / budget.rate)
    }
    for (const budget of budgets) {
      this.buckets.set(budget.key, { left: this.unitsIn(budget, cost, at) - cost, at })
    }
    return 0
  }

  /** Takes units from a bucket that exists. It may then lack the units of ten seconds, but not more. */
  charge(budget: Budget | undefined, cost: number): void {
    if (!budget || !this.buckets.has(budget.key)) return
    const at = this.now()
    const left = this.unitsIn(budget, 0, at) - cost
    this.buckets.set(budget.key, { left: Math.max(left, -budget.rate * debtSeconds), at })
  }

  private unitsIn({ key, rate, burst }: Budget, cost: number, at: number): number {
    // A full bucket allows one request, whatever its cost.
    const most = Math.max(burst, cost)
    const known = this.buckets.get(key)
    return known ? Math.min(most, known.left + ((at - known.at) / 1000) * rate) : most
  }
}
