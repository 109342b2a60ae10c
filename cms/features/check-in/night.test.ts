import { expect, test } from 'vitest'
import { nightOf, nightWith } from './night.ts'

const london = 'Europe/London'

test.each([
  ['2026-12-04T21:00:00Z', '2026-12-04'],
  ['2026-12-05T05:59:00Z', '2026-12-04'],
  ['2026-12-05T06:00:00Z', '2026-12-05'],
  // Clocks go back in this night, and forward in the other.
  ['2026-10-25T05:59:00Z', '2026-10-24'],
  ['2026-10-25T06:00:00Z', '2026-10-25'],
  ['2026-03-29T04:59:00Z', '2026-03-28'],
  ['2026-03-29T05:00:00Z', '2026-03-29'],
])('%s is in the night of %s', (at, day) => {
  expect(nightOf(new Date(at), london)).toBe(day)
  const { startsAt, endsAt } = nightWith(day, london)
  expect(startsAt <= new Date(at) && new Date(at) < endsAt).toBe(true)
})
