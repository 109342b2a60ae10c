import { describe, expect, test } from 'vitest'
import type { TimeSlot } from '../members/profile/rules.ts'
import { firstStart, quietMinutesLeft, slotStarts } from './timing.ts'

describe('quiet hours', () => {
  const night = { from: 22 * 60, to: 8 * 60 }
  test.each([
    [null, 0, 0],
    [night, 21 * 60 + 59, 0],
    [night, 22 * 60, 600],
    [night, 0, 480],
    [night, 7 * 60 + 59, 1],
    [night, 8 * 60, 0],
    [{ from: 60, to: 120 }, 90, 30],
    [{ from: 60, to: 60 }, 60, 0],
  ])('%j at minute %i are left for %i minutes', (quiet, now, left) => {
    expect(quietMinutesLeft(quiet, now)).toBe(left)
  })
})

describe('a nudge in time slots', () => {
  test.each<[string, TimeSlot[], string]>([
    // London is an hour ahead of UTC in summer.
    ['2026-07-01T17:05:00Z', ['Evening'], '2026-07-01T17:05:00Z'],
    ['2026-07-01T17:05:00Z', ['Late Night'], '2026-07-01T20:00:00Z'],
    ['2026-07-01T17:05:00Z', ['Morning', 'Afternoon'], '2026-07-02T07:00:00Z'],
    ['2026-07-01T17:05:00Z', ['Late Night', 'Evening'], '2026-07-01T17:05:00Z'],
    // The late night lasts until eight in the morning.
    ['2026-07-01T02:00:00Z', ['Late Night'], '2026-07-01T02:00:00Z'],
    ['2026-07-01T02:00:00Z', ['Morning'], '2026-07-01T07:00:00Z'],
    // At eight the morning begins.
    ['2026-07-01T07:00:00Z', ['Morning'], '2026-07-01T07:00:00Z'],
    // The clocks go back in the night, and forward in another.
    ['2026-10-24T16:00:00Z', ['Morning'], '2026-10-25T08:00:00Z'],
    ['2026-03-28T20:00:00Z', ['Morning'], '2026-03-29T07:00:00Z'],
  ])('sent at %s begins for somebody with %j at %s', (now, slots, begins) => {
    const starts = slotStarts(new Date(now), 'Europe/London')
    expect(firstStart(slots, starts)).toEqual(new Date(begins))
  })

  test('has no beginning of its own for somebody who told no time slot', () => {
    expect(firstStart([], slotStarts(new Date(), 'UTC'))).toBeNull()
  })
})
