import { expect, test } from 'vitest'
import { formatDays } from './format-days.ts'

test.each([
  [['fri', 'sat'], 'Fri–Sat'],
  [['sat', 'mon', 'tue', 'wed'], 'Mon–Wed, Sat'],
  [['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], 'Every day'],
  [['sun'], 'Sun'],
  [[], ''],
])('%j are said', (days, words) => {
  expect(formatDays(days)).toBe(words)
})
