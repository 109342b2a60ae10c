import { expect, test } from 'vitest'
import { describeRepeat, positionOf, readRepeat, ruleDayOf, writeRepeat } from './repeat.ts'

const start = '2026-12-03T19:30'

test.each([
  [null, null],
  ['FREQ=DAILY', 'every day'],
  ['FREQ=DAILY;INTERVAL=3', 'every 3 days'],
  ['FREQ=WEEKLY', 'every Thursday'],
  ['FREQ=WEEKLY;BYDAY=TU,TH,SA', 'every Tuesday, Thursday and Saturday'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TH', 'every other Thursday'],
  ['FREQ=WEEKLY;INTERVAL=3;BYDAY=TH', 'every 3 weeks on Thursday'],
  ['FREQ=WEEKLY;BYDAY=TH;COUNT=10', 'every Thursday, 10 times'],
  ['FREQ=WEEKLY;BYDAY=TH;UNTIL=20261217', 'every Thursday, until 17 December 2026'],
  ['FREQ=MONTHLY;BYDAY=1TH', 'on the first Thursday of every month'],
  ['FREQ=MONTHLY;INTERVAL=2;BYDAY=-1FR', 'on the last Friday of every other month'],
  ['FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1', 'by a rule of its own'],
  ['FREQ=WEEKLY;BYDAY=TH;UNTIL=20261217T193000Z', 'by a rule of its own'],
  ['FREQ=YEARLY', 'by a rule of its own'],
])('the rule %s is read, described, and written back unchanged', (rule, words) => {
  expect(describeRepeat(rule, start)).toBe(words)
  expect(writeRepeat(readRepeat(rule))).toBe(rule)
})

test('a start has a weekday and a position in the month; a fifth position counts as the fourth', () => {
  expect([ruleDayOf(start), positionOf(start), positionOf('2026-12-31T19:30')]).toEqual([
    'TH',
    1,
    4,
  ])
})
