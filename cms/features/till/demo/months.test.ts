import { expect, test } from 'vitest'
import { demoMonths } from './months.ts'

test('a till is closed at the end of each month, and at the last midnight', () => {
  const movements = [
    { amountCents: -300, event_at: '2026-11-29T09:00:00.000Z' },
    { amountCents: -100, event_at: '2026-11-28T12:00:00.000Z' },
    { amountCents: -20, event_at: '2026-10-05T12:00:00.000Z' },
    { amountCents: 5, event_at: '2026-10-06T12:00:00.000Z' },
  ]
  expect(demoMonths(movements, new Date('2026-11-29T18:00:00Z'))).toEqual([
    { at: new Date('2026-11-01T00:00:00Z'), takenCents: 15 },
    { at: new Date('2026-11-29T00:00:00Z'), takenCents: 100 },
  ])
})
