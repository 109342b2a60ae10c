import { expect, test } from 'vitest'
import { dayWithDate } from './events.ts'

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
