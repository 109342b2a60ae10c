import { expect, test } from 'vitest'
import { formatDays } from './format-days.ts'

test.each([
  [['fri', 'sat'], 'Fri–Sat'],
  [['sat', 'mon', 'tue', 'wed'], 'Mon–Wed, Sat'],
  [['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], 'Every day'],
  [['sun'], 'Sun'],
  [[], ''],
])('the days %j are formatted as %j', (days, text) => {
  expect(formatDays(days)).toBe(text)
})
