import { expect, test } from 'vitest'
import { daysLeft } from './rules.ts'

test.each([
  ['2026-11-22T12:00:00Z', 30],
  ['2026-11-22T11:59:00Z', 30],
  ['2026-11-21T12:00:00Z', 29],
  ['2026-10-24T00:00:00Z', 1],
  ['2026-10-22T12:00:00Z', 0],
  ['2026-09-01T12:00:00Z', 0],
])('a record deleted at %s can be restored for %i more days', (deletedAt, left) => {
  expect(daysLeft(deletedAt, new Date('2026-11-22T12:00:00Z'))).toBe(left)
})
