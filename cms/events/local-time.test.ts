import { expect, test } from 'vitest'
import { instantOf, localOf } from './local-time.ts'

test.each([
  ['2026-07-03T19:30', '2026-07-03T18:30:00.000Z'],
  ['2026-12-03T19:30', '2026-12-03T19:30:00.000Z'],
  // Clocks go back at two: the first of the two hours.
  ['2026-10-25T01:30', '2026-10-25T00:30:00.000Z'],
  ['2026-10-25T02:00', '2026-10-25T02:00:00.000Z'],
  ['2026-03-29T00:59', '2026-03-29T00:59:00.000Z'],
  ['2026-03-29T02:00', '2026-03-29T01:00:00.000Z'],
])('%s in London is %s, and back', (local, instant) => {
  expect(instantOf(local, 'Europe/London')?.toISOString()).toBe(instant)
  expect(localOf(new Date(instant), 'Europe/London')).toBe(local)
})

test.each(['2026-03-29T01:30', '2026-02-30T19:30', '2026-13-01T19:30', '2026-12-03T24:30'])(
  'there is no %s in London',
  (local) => expect(instantOf(local, 'Europe/London')).toBeNull(),
)
