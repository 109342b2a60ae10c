import { expect, test } from 'vitest'
import { formatDate } from './format.ts'

test('a date has its year if it differs from the current year; other text stays unchanged', () => {
  expect(formatDate('2026-12-24', '2026-11-21')).toBe('24 Dec')
  expect(formatDate('2027-01-01', '2026-11-21')).toBe('1 Jan 2027')
  expect(formatDate('soon')).toBe('soon')
})
