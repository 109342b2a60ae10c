import { expect, test } from 'vitest'
import { formatMoment, toDateTimeInput } from './format-time.ts'

test('a moment is formatted in the venue’s time zone, in summer and in winter', () => {
  expect(formatMoment('2026-07-01T23:30:00Z', 'Europe/London')).toBe('2 Jul 2026, 00:30')
  expect(formatMoment('2026-12-01T23:30:00Z', 'Europe/London')).toBe('1 Dec 2026, 23:30')
})

test('the value of a date-and-time field is in the venue’s time zone', () => {
  expect(toDateTimeInput(new Date('2026-07-01T23:30:00Z'), 'Europe/London')).toBe(
    '2026-07-02T00:30',
  )
})
