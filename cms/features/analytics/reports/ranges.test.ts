import { expect, test } from 'vitest'
import { comparedRange, lastFinishedWeek, startsOf, timeUnitOf, wholeWeeks } from './ranges.ts'

test.each([
  ['2026-03-10', '2026-03-16', 'previous', '2026-03-03', '2026-03-09'],
  ['2026-03-01', '2026-03-31', 'previous', '2026-02-01', '2026-02-28'],
  ['2026-01-01', '2026-02-28', 'previous', '2025-11-01', '2025-12-31'],
  ['2026-01-01', '2026-12-31', 'previous', '2025-01-01', '2025-12-31'],
  ['2025-12-01', '2026-11-23', 'previous', '2024-12-01', '2025-11-23'],
  ['2026-02-01', '2026-03-30', 'previous', '2025-12-01', '2026-01-30'],
  ['2026-03-01', '2026-04-29', 'previous', '2026-01-01', '2026-02-28'],
  ['2026-03-01', '2026-03-23', 'previous', '2026-02-06', '2026-02-28'],
  ['2026-03-10', '2026-03-16', 'year', '2025-03-10', '2025-03-16'],
  ['2024-02-29', '2024-02-29', 'year', '2023-02-28', '2023-02-28'],
] as const)('%s to %s (%s) is compared with %s to %s', (from, to, comparison, first, last) => {
  expect(comparedRange({ from, to }, comparison)).toEqual({ from: first, to: last })
})

test('no range is compared if the comparison is “none”', () => {
  expect(comparedRange({ from: '2026-03-10', to: '2026-03-16' }, 'none')).toBeNull()
})

test.each([
  ['2026-03-10', '2026-03-10', true, 'hour', 24, '2026-03-10T00:00'],
  ['2026-03-10', '2026-03-10', false, 'day', 1, '2026-03-10'],
  ['2026-03-01', '2026-05-31', true, 'day', 92, '2026-03-01'],
  ['2026-03-15', '2026-06-20', true, 'month', 4, '2026-03-01'],
] as const)(
  'a range from %s to %s (hours exist: %s) has one point per %s',
  (from, to, hasHours, step, length, first) => {
    expect(timeUnitOf({ from, to }, hasHours)).toBe(step)
    const starts = startsOf({ from, to }, step)
    expect(starts).toHaveLength(length)
    expect(starts[0]).toBe(first)
  },
)

test('whole weeks are from Monday to Sunday', () =>
  expect(wholeWeeks({ from: '2026-11-10', to: '2026-11-16' })).toEqual({
    from: '2026-11-09',
    to: '2026-11-22',
  }))

test.each([
  ['2026-11-11', '2026-11-24', '2026-11-09'],
  ['2026-11-16', '2026-11-24', '2026-11-16'],
  // The week of 23 November is not over. Just after midnight on a Monday, the week before is not over either.
  ['2026-11-25', '2026-11-24', '2026-11-16'],
  ['2026-11-23', '2026-11-21', '2026-11-09'],
  ['2026-11-23', '2026-11-22', '2026-11-16'],
])(
  'if a range ends on %s and the last finished day is %s, its whole week begins on %s',
  (to, finished, from) =>
    expect(lastFinishedWeek({ from: '2026-11-02', to }, finished).from).toBe(from),
)
