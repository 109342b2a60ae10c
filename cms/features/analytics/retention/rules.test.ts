import { expect, test } from 'vitest'
import { rawTables } from '../rules.ts'
import { cutoffDay, dateMinus, keepInWords, retention } from './rules.ts'

test.each([
  ['2026-11-23', { days: 90 }, '2026-08-25'],
  ['2026-03-01', { days: 1 }, '2026-02-28'],
  ['2024-03-01', { days: 1 }, '2024-02-29'],
  ['2026-11-23', { months: 13 }, '2025-10-23'],
  ['2026-01-31', { months: 1 }, '2025-12-31'],
  ['2026-03-31', { months: 13 }, '2025-02-28'],
  ['2025-03-31', { months: 13 }, '2024-02-29'],
])('the date %s minus %o is %s', (date, keep, expected) =>
  expect(dateMinus(date, keep)).toBe(expected),
)

test('interactions are kept for 90 days, visits for 13 months, sums for ever', () => {
  expect(rawTables.map((table) => cutoffDay(table, '2026-11-23'))).toEqual([
    '2025-10-23',
    '2025-10-23',
    '2025-10-23',
    '2026-08-25',
  ])
  expect(retention.map(({ name, keep }) => [name, keepInWords(keep)])).toEqual([
    ['visits', '13 months'],
    ['interactions', '90 days'],
    ['salt', 'Until the next morning'],
    ['totals', 'For ever'],
  ])
})
