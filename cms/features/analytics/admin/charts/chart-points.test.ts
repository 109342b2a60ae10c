import { expect, test } from 'vitest'
import { splitPoints } from './chart-points.ts'

/** The hours of a day. `current` is the current hour. Later hours have no numbers yet. */
const hours = (current: number) =>
  Array.from({ length: 24 }, (_, hour) => ({
    start: String(hour),
    label: '',
    name: '',
    before: null,
    beforeName: '',
    count: hour > current ? null : hour,
    isCurrent: hour === current,
    isComparable: true,
  }))

test.each([
  [0, [], [0], { finished: false, unfinished: true }],
  [1, [0], [0, 1], { finished: true, unfinished: false }],
  [3, [0, 1, 2], [2, 3], { finished: false, unfinished: false }],
])(
  'hour %d of today is drawn as unfinished, the hours before it as finished',
  (hour, finished, unfinished, isSinglePoint) => {
    const { drawn, isSinglePoint: found } = splitPoints(hours(hour))
    const numbers = (part: 'finished' | 'unfinished') =>
      drawn.map((each) => each[part]).filter((n) => n !== null)
    expect([numbers('finished'), numbers('unfinished'), found]).toEqual([
      finished,
      unfinished,
      isSinglePoint,
    ])
  },
)
