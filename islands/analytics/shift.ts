const maxGapMs = 1_000
const maxWindowMs = 5_000

/** An entry of the Layout Instability API. */
export type Shift = { startTime: number; value: number; hadRecentInput: boolean }

/**
 * Cumulative layout shift: the largest sum of shifts that follow each other within a second, for five seconds at
 * most. Source: web.dev/articles/cls.
 * @returns a function that adds a shift and returns the score so far
 */
export function createShiftScore(): (shift: Shift) => number {
  let first = 0
  let last = 0
  let sum = 0
  let largest = 0
  return ({ startTime, value, hadRecentInput }) => {
    if (hadRecentInput) return largest
    if (startTime - last > maxGapMs || startTime - first > maxWindowMs) {
      first = startTime
      sum = 0
    }
    last = startTime
    sum += value
    largest = Math.max(largest, sum)
    return largest
  }
}
