import { expect, test } from 'vitest'
import { minuteOfDay } from './venue-minute.ts'

test.each([
  ['2026-07-01T22:30:00Z', 'Europe/London', 23 * 60 + 30],
  ['2026-12-01T22:30:00Z', 'Europe/London', 22 * 60 + 30],
  ['2026-12-01T00:00:59Z', 'Europe/London', 0],
  ['2026-12-01T20:00:00Z', 'Pacific/Auckland', 9 * 60],
])('at %s the clocks of %s show minute %i', (at, timeZone, minute) => {
  expect(minuteOfDay(new Date(at), timeZone)).toBe(minute)
})
