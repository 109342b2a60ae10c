import { expect, test } from 'vitest'
import { isLive } from './rules.ts'

test.each([
  [-1, 60, false],
  [0, 60, true],
  [9, 60, true],
  [10, 60, false],
  [5, 5, false],
])(
  'a nudge that began %i minutes ago and is valid for %i minutes is shown: %s',
  (age, ttl, isShown) => {
    const startsAt = new Date(0)
    expect(isLive({ startsAt, ttlMinutes: ttl, now: new Date(age * 60_000) })).toBe(isShown)
  },
)
