/**
 * Counts a frequent event, so that one log line can report many of them.
 * @param everyMs the minimum time between two log lines
 * @returns `count` adds one event. If a log line is due, it returns the number of events since the last
 *   line, otherwise 0
 */
export function createRepeatCount(everyMs: number, now: () => number = Date.now) {
  let counted = 0
  let reportedAt = Number.NEGATIVE_INFINITY
  return {
    count(): number {
      counted++
      if (now() - reportedAt < everyMs) return 0
      const all = counted
      counted = 0
      reportedAt = now()
      return all
    },
  }
}

const maxKinds = 500
let startCount = 0

/** Lets the next event of every kind pass again, in all filters of this process. Called when the program starts. */
export function resetRepeatFilters(): void {
  startCount++
}

/**
 * Lets one event of each kind pass, then suppresses further events of this kind for `everyMs`.
 * @param flush called after that time with the number of suppressed events, if there were any
 * @returns a function that counts an event and returns whether it passes
 */
export function createRepeatFilter(
  everyMs: number,
  flush: (kind: string, suppressed: number) => void,
) {
  let suppressed = new Map<string, number>()
  let since = startCount
  return (kind: string): boolean => {
    if (since !== startCount) {
      suppressed = new Map()
      since = startCount
    }
    const ofThisStart = suppressed
    const previousCount = suppressed.get(kind)
    if (previousCount !== undefined) {
      suppressed.set(kind, previousCount + 1)
      return false
    }
    if (suppressed.size >= maxKinds) return true
    suppressed.set(kind, 0)
    setTimeout(() => {
      const count = ofThisStart.get(kind) ?? 0
      ofThisStart.delete(kind)
      if (count) flush(kind, count)
    }, everyMs).unref()
    return true
  }
}
