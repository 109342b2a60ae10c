import { expect, test } from 'vitest'
import { clocksInWords, dayWithDate } from './events.ts'

const page = {
  global: (_: string, key: string) => ({ today: 'Today', tomorrow: 'Tomorrow' })[key] ?? key,
  now: { date: '2026-12-03' },
} as unknown as Parameters<typeof dayWithDate>[0]

test.each([
  ['2026-12-03', 'Today, Thursday 3 December'],
  ['2026-12-04', 'Tomorrow, Friday 4 December'],
  ['2026-12-10', 'Thursday 10 December'],
  ['2027-01-07', 'Thursday 7 January 2027'],
])('the day %s has its date: %s', (day, words) => expect(dayWithDate(page, day)).toBe(words))

test.each([
  ['2026-10-24T01:00:00Z', '2026-10-25T01:30:00Z', '2am–1.30am'],
  ['2026-10-24T01:00:00Z', '2026-10-25T02:30:00Z', '2am until Sunday 25 October, 2.30am'],
])('a span across the clock change from %s to %s has the clocks %s', (startsAt, endsAt, words) => {
  const venue = { timeZone: 'Europe/London' }
  const span = { startsAt: new Date(startsAt), endsAt: new Date(endsAt) }
  expect(clocksInWords({ ...page, venue } as typeof page, span)).toBe(words)
})
