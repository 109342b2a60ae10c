import { expect, test } from 'vitest'
import { isCollapsedDay, monthAfter, monthGridDays, monthName } from './month.ts'

test.each([
  ['2026-12', '2026-11-30', '2027-01-03', 35],
  ['2027-02', '2027-02-01', '2027-02-28', 28],
  ['2026-08', '2026-07-27', '2026-09-06', 42],
])('the calendar of the month %s shows whole weeks', (month, first, last, count) => {
  const days = monthGridDays(month)
  expect([days[0], days.at(-1), days.length]).toEqual([first, last, count])
})

test('the month before or after a month is found, also if it is in another year; a month has a name', () => {
  expect([monthAfter('2026-12', 1), monthAfter('2026-01', -1), monthName('2026-12')]).toEqual([
    '2027-01',
    '2025-12',
    'December 2026',
  ])
})

test('a day counts as earlier if it is a day of the current month before today, and its dates are over', () => {
  const [today, now] = ['2026-12-10', new Date('2026-12-10T00:30:00Z')]
  const isEarlier = (day: string, ends?: string, month = '2026-12') =>
    isCollapsedDay(day, { month, today, now, dates: ends ? [{ endsAt: new Date(ends) }] : [] })
  expect(isEarlier('2026-12-09')).toBe(true)
  expect(isEarlier('2026-12-09', '2026-12-09T23:00:00Z')).toBe(true)
  expect(isEarlier('2026-12-09', '2026-12-10T01:00:00Z')).toBe(false)
  expect(isEarlier(today)).toBe(false)
  expect(isEarlier('2026-12-11')).toBe(false)
  expect(isEarlier('2026-11-30')).toBe(false)
  expect(isEarlier('2026-11-30', undefined, '2026-11')).toBe(false)
})
