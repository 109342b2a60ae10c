import { expect, test } from 'vitest'
import { daysOfMonth, monthAfter, monthName } from './month.ts'

test.each([
  ['2026-12', '2026-11-30', '2027-01-03', 35],
  ['2027-02', '2027-02-01', '2027-02-28', 28],
  ['2026-08', '2026-07-27', '2026-09-06', 42],
])('the calendar of the month %s shows whole weeks', (month, first, last, count) => {
  const days = daysOfMonth(month)
  expect([days[0], days.at(-1), days.length]).toEqual([first, last, count])
})

test('the months before and after, and the name of a month, are found', () => {
  expect([monthAfter('2026-12', 1), monthAfter('2026-01', -1), monthName('2026-12')]).toEqual([
    '2027-01',
    '2025-12',
    'December 2026',
  ])
})
