import { expect, test } from 'vitest'
import { splitAtPresent } from './chart-points.ts'

/** The 24 hours of today. @param present the current one */
const hours = (present: number) =>
  Array.from({ length: 24 }, (_, hour) => ({
    ...{ start: String(hour), label: '', name: '', before: null, beforeName: '' },
    ...{ now: hour > present ? null : hour, isPresent: hour === present, isComparable: true },
  }))

test.each([
  [0, [], [0], { past: false, current: true }],
  [1, [0], [0, 1], { past: true, current: false }],
  [3, [0, 1, 2], [2, 3], { past: false, current: false }],
])('in hour %d of today the numbers so far are drawn', (hour, past, current, isDot) => {
  const { drawn, isDot: found } = splitAtPresent(hours(hour))
  const numbers = (part: 'past' | 'current') =>
    drawn.map((each) => each[part]).filter((n) => n !== null)
  expect([numbers('past'), numbers('current'), found]).toEqual([past, current, isDot])
})
