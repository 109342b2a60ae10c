import { expect, test } from 'vitest'
import { birthdaysOn } from './rules.ts'

test.each([
  ['2026-11-21', [{ day: 21, month: 11 }]],
  ['2026-01-01', [{ day: 1, month: 1 }]],
  ['2028-02-28', [{ day: 28, month: 2 }]],
  ['2028-02-29', [{ day: 29, month: 2 }]],
  [
    '2026-02-28',
    [
      { day: 28, month: 2 },
      { day: 29, month: 2 },
    ],
  ],
  [
    '2100-02-28',
    [
      { day: 28, month: 2 },
      { day: 29, month: 2 },
    ],
  ],
  ['2000-02-28', [{ day: 28, month: 2 }]],
  ['2026-03-01', [{ day: 1, month: 3 }]],
])('on %s, these birthdays are celebrated: %j', (date, days) => {
  expect(birthdaysOn(date)).toEqual(days)
})
