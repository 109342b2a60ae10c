import { expect, test } from 'vitest'
import { lastFinishedDay, venueDay } from './days.ts'

test.each([
  ['2026-07-10T12:00:00Z', 'Europe/London', '2026-07-10', '2026-07-09'],
  // 01:30 at the venue: visits of yesterday may continue.
  ['2026-07-10T00:30:00Z', 'Europe/London', '2026-07-10', '2026-07-08'],
  ['2026-07-10T01:10:00Z', 'Europe/London', '2026-07-10', '2026-07-09'],
  ['2026-07-09T23:30:00Z', 'Europe/London', '2026-07-10', '2026-07-08'],
  ['2026-01-01T08:00:00Z', 'America/New_York', '2026-01-01', '2025-12-31'],
])('at %s in %s it is %s, and the last finished day is %s', (at, timeZone, today, finished) => {
  expect(venueDay(new Date(at), timeZone)).toBe(today)
  expect(lastFinishedDay(new Date(at), timeZone)).toBe(finished)
})
