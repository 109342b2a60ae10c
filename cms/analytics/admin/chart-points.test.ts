import { expect, test } from 'vitest'
import { toDrawn } from './chart-points.ts'

/** The hours of a day of which the one at `present` is not over. */
const hours = (present: number) =>
  Array.from({ length: 24 }, (_, hour) => ({
    ...{ start: String(hour), label: '', name: '', before: null, beforeName: '' },
    ...{ now: hour > present ? null : hour, isPresent: hour === present, isComparable: true },
  }))

test.each([
  [0, [], [0], { over: false, open: true }],
  [1, [0], [0, 1], { over: true, open: false }],
  [3, [0, 1, 2], [2, 3], { over: false, open: false }],
])('in hour %d of today the numbers so far are drawn', (hour, over, open, isDot) => {
  const { drawn, isDot: found } = toDrawn(hours(hour))
  const numbers = (part: 'over' | 'open') =>
    drawn.map((each) => each[part]).filter((n) => n !== null)
  expect([numbers('over'), numbers('open'), found]).toEqual([over, open, isDot])
})
