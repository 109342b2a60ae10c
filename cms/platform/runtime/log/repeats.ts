import { perStart } from '../state.ts'

/**
 * Counts events of one kind, so that one log line can report many of them.
 * @param everyMs the minimum time between two log lines
 * @returns `count` adds one event. If a log line is due, `count` returns the number of events since the last
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

/**
 * Lets one event of each kind pass, then suppresses further events of this kind for `everyMs`, or until the program
 * starts again.
 * @param flush called after that time with the number of suppressed events, if there were any
 * @returns a function that counts an event and returns whether it passes
 */
export function createRepeatFilter(
  everyMs: number,
  flush: (kind: string, suppressed: number) => void,
) {
  const state = perStart(() => new Map<string, number>())
  return (kind: string): boolean => {
    const suppressed = state()
    const previousCount = suppressed.get(kind)
    if (previousCount !== undefined) {
      suppressed.set(kind, previousCount + 1)
      return false
    }
    if (suppressed.size >= maxKinds) return true
    suppressed.set(kind, 0)
    setTimeout(() => {
      const count = suppressed.get(kind) ?? 0
      suppressed.delete(kind)
      if (count && suppressed === state()) flush(kind, count)
    }, everyMs).unref()
    return true
  }
}
