/**
 * Counts something that happens often, so that one line tells of many.
 * @param everyMs the time between two lines
 * @returns `count` counts one and returns how many there were since the last line, if it is time for the
 *   next one, else 0
 */
export function createRepeatCount(everyMs: number, now: () => number = Date.now) {
  let counted = 0
  let toldAt = Number.NEGATIVE_INFINITY
  return {
    count(): number {
      counted++
      if (now() - toldAt < everyMs) return 0
      const all = counted
      counted = 0
      toldAt = now()
      return all
    },
  }
}

const maxKinds = 500

/**
 * Lets one of each kind pass, then none for `everyMs`.
 * @param flush called after that time if some were held back, with their number
 * @returns a function that says whether one passes
 */
export function createRepeatFilter(
  everyMs: number,
  flush: (kind: string, suppressed: number) => void,
) {
  const suppressed = new Map<string, number>()
  return (kind: string): boolean => {
    const before = suppressed.get(kind)
    if (before !== undefined) {
      suppressed.set(kind, before + 1)
      return false
    }
    if (suppressed.size >= maxKinds) return true
    suppressed.set(kind, 0)
    setTimeout(() => {
      const count = suppressed.get(kind) ?? 0
      suppressed.delete(kind)
      if (count) flush(kind, count)
    }, everyMs).unref()
    return true
  }
}
